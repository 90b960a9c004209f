import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { usuario } from './user-tables.ts';

const account = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => usuario._id);

/**
 * Who handed over whose booklets to whom: one row for each account that they came from in one call. What each person's own history
 * tells stands in the journal.
 */
export const traspaso = pgTable(
  'traspaso',
  {
    _id: bigint('_id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    momento: timestamp('momento', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    por: account('por'),
    de: account('de'),
    a: account('a'),
    /** Empty once somebody of it was erased: it may speak of her or him. */
    motivo: text('motivo').notNull(),
    libretas: integer('libretas').notNull(),
    /** Those of them who were not erased since. */
    personas: uuid('personas').array().notNull(),
  },
  ({ _id, momento, personas }) => [
    index('traspaso_momento').on(momento, _id),
    index('traspaso_personas').using('gin', personas),
  ],
);
