import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { usuario } from './user-tables.ts';

const account = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => usuario._id);

/** One row per call and account that booklets came from; the history of each person is in the journal. */
export const traspaso = pgTable(
  'traspaso',
  {
    _id: bigint('_id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    momento: timestamp('momento', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    por: account('por'),
    de: account('de'),
    a: account('a'),
    motivo: text('motivo').notNull(),
    libretas: integer('libretas').notNull(),
    personas: uuid('personas').array().notNull(),
  },
  ({ _id, momento, personas }) => [
    index('traspaso_momento').on(momento, _id),
    index('traspaso_personas').using('gin', personas),
  ],
);
