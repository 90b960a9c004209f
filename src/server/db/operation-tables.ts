import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { RetainedReason } from '#domain/calls/operation.ts';
import { transactionId } from './booklet-tables.ts';
import { usuario } from './user-tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const arrived = () => instant('recibida').notNull().defaultNow();

/**
 * What devices sent and what came of it, without anything of what it said: sent twice it is done once. What was refused is not here,
 * so that it may be tried again.
 */
export const operacion = pgTable(
  'operacion',
  {
    _id: uuid('_id').primaryKey(),
    usuario: uuid('usuario').notNull(),
    /** Empty where a form sent it by the call that does the same. */
    equipo: uuid('equipo'),
    persona: uuid('persona').notNull(),
    /** SHA-256 of what was sent; empty once the person was erased. */
    huella: text('huella').notNull(),
    resultado: text('resultado').$type<'hecha' | 'retenida'>().notNull().default('hecha'),
    /** The change of the booklet that it came after, and the one that holds it. Numbers of the present epoch only. */
    previo: transactionId('previo'),
    sello: transactionId('sello'),
    version: integer('version'),
    /** When it was written, by a clock that was `desfase` milliseconds off. */
    capturado: instant('capturado'),
    desfase: bigint('desfase', { mode: 'number' }),
    recibida: arrived(),
  },
  ({ persona, usuario: who, recibida }) => [
    index('operacion_libreta').on(persona, who),
    index('operacion_recibida').on(recibida),
  ],
);

/** What supervision has to decide on, with all that was sent, until it has been decided and for a while after. */
export const envioRetenido = pgTable(
  'envio_retenido',
  {
    /** Of the operation. */
    _id: uuid('_id').primaryKey(),
    usuario: uuid('usuario')
      .notNull()
      .references(() => usuario._id),
    equipo: uuid('equipo').notNull(),
    persona: uuid('persona').notNull(),
    tipo: text('tipo').notNull(),
    hace: text('hace').$type<'crear' | 'reemplazar' | 'eliminar'>().notNull(),
    registro: uuid('registro').notNull(),
    /** The operation as it was sent; empty once the person was erased. */
    contenido: jsonb('contenido'),
    /** Of the content, as JSON: what one account may have waiting is bounded. */
    bytes: integer('bytes').notNull().default(0),
    motivo: text('motivo').$type<RetainedReason>().notNull(),
    recibida: arrived(),
    resuelta: instant('resuelta'),
    resueltaPor: uuid('resuelta_por').references(() => usuario._id),
    resultado: text('resultado').$type<'aceptado' | 'traspasado' | 'cerrado' | 'borrado'>(),
    /** Why it was closed. */
    razon: text('razon'),
  },
  ({ _id, usuario: who, persona, recibida, resuelta }) => [
    index('envio_retenido_recibida').on(recibida, _id),
    index('envio_retenido_persona').on(persona),
    index('envio_retenido_abierto').on(who, persona).where(sql`${resuelta} is null`),
    index('envio_retenido_resuelta').on(resuelta),
  ],
);
