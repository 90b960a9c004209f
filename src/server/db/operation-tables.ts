import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { RetainedReason } from '#domain/calls/operation.ts';
import { transactionId } from './booklet-tables.ts';
import { usuario } from './user-tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const arrived = () => instant('recibida').defaultNow();

/** Receipts without content: what is sent twice is done once, what was refused may be retried. A creation has one under its own id. */
export const receiptTable = pgTable(
  'operacion',
  {
    _id: uuid('_id').primaryKey(),
    usuario: uuid('usuario').notNull(),
    equipo: uuid('equipo'),
    persona: uuid('persona'),
    /** SHA-256 of what was sent, for accounts and options after their kind; empty once the person was erased. */
    huella: text('huella').notNull(),
    resultado: text('resultado').$type<'hecha' | 'retenida'>().notNull().default('hecha'),
    /** The booklet's change before it, and the change that contains it; numbers of the present epoch only. */
    previo: transactionId('previo'),
    sello: transactionId('sello'),
    version: integer('version'),
    /** When it was written, by a clock that was `desfase` milliseconds off. */
    capturado: instant('capturado'),
    desfase: bigint('desfase', { mode: 'number' }),
    /** Empty for a creation: its receipt is never deleted. */
    recibida: arrived(),
  },
  ({ persona, usuario: account, recibida }) => [
    index('operacion_libreta').on(persona, account),
    index('operacion_recibida').on(recibida),
  ],
);

/** Retained writes with all that was sent, until some time after the decision. */
export const retainedWriteTable = pgTable(
  'envio_retenido',
  {
    _id: uuid('_id').primaryKey(),
    usuario: uuid('usuario')
      .notNull()
      .references(() => usuario._id),
    equipo: uuid('equipo').notNull(),
    persona: uuid('persona').notNull(),
    tipo: text('tipo').notNull(),
    hace: text('hace').$type<'crear' | 'reemplazar' | 'eliminar'>().notNull(),
    registro: uuid('registro').notNull(),
    contenido: jsonb('contenido'),
    /** Of the content as JSON; the total of an account is limited. */
    bytes: integer('bytes').notNull().default(0),
    motivo: text('motivo').$type<RetainedReason>().notNull(),
    recibida: arrived().notNull(),
    resuelta: instant('resuelta'),
    resueltaPor: uuid('resuelta_por').references(() => usuario._id),
    resultado: text('resultado').$type<'aceptado' | 'traspasado' | 'cerrado' | 'borrado'>(),
    razon: text('razon'),
  },
  ({ _id, usuario: account, persona, recibida, resuelta }) => [
    index('envio_retenido_recibida').on(recibida, _id),
    index('envio_retenido_persona').on(persona),
    index('envio_retenido_abierto').on(account, persona).where(sql`${resuelta} is null`),
    index('envio_retenido_resuelta').on(resuelta),
  ],
);
