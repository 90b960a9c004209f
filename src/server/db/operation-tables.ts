import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { RetainedReason } from '#domain/calls/operation.ts';
import { transactionId } from './booklet-tables.ts';
import { usuario } from './user-tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const arrived = () => instant('recibida').defaultNow();

/**
 * The receipts: what was sent and what came of it, without its content, so that what is sent twice is done once. What was refused has
 * none, so that it may be tried again. An operation has a row under its own id; what was created, a record, account or option, has one
 * under its id, which stays taken after a deletion.
 */
export const operacion = pgTable(
  'operacion',
  {
    _id: uuid('_id').primaryKey(),
    usuario: uuid('usuario').notNull(),
    /** Empty where a form sent it by the call that does the same. */
    equipo: uuid('equipo'),
    /** Whose booklet it changed; empty of a creation. */
    persona: uuid('persona'),
    /** SHA-256 of what was sent, of accounts and options after their kind; empty once the person was erased. */
    huella: text('huella').notNull(),
    resultado: text('resultado').$type<'hecha' | 'retenida'>().notNull().default('hecha'),
    /** The change of the booklet that it came after, and the one that holds it. Numbers of the present epoch only. */
    previo: transactionId('previo'),
    sello: transactionId('sello'),
    version: integer('version'),
    /** When it was written, by a clock that was `desfase` milliseconds off. */
    capturado: instant('capturado'),
    desfase: bigint('desfase', { mode: 'number' }),
    /** Empty of what stands for something created: it is never forgotten. */
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
    recibida: arrived().notNull(),
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
