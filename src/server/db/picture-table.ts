import { date, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Figures over all children that take long to compute: the last ones of each kind, and which process computes the next. */
export const pictureTable = pgTable('cuadro', {
  nombre: text('nombre').primaryKey(),
  dia: date('dia'),
  /** When the computation ended; null before the first one did. */
  calculado: timestamp('calculado', { withTimezone: true, precision: 3 }),
  /** What was written later may be missing. */
  momento: timestamp('momento', { withTimezone: true, precision: 3 }),
  duracionMs: integer('duracion_ms'),
  valor: json('valor').$type<unknown>(),
  /** The process that computes the next ones, and until when the others leave it to that process. */
  proceso: uuid('proceso'),
  hasta: timestamp('hasta', { withTimezone: true, precision: 3 }),
});
