import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { rol, usuario } from './user-tables.ts';

/** The roles that ask for a second step at sign-in. */
export const secondFactorRole = pgTable('second_factor_role', {
  roleId: uuid('role_id')
    .primaryKey()
    .references(() => rol._id),
});

/** What the codes of a user's authenticator application are made of. */
export const secondFactor = pgTable('second_factor', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => usuario._id),
  /** Encrypted for this user: whoever reads the table makes no codes. */
  secret: text('secret').notNull(),
  /** When the first code came. Releases before that of 2026-11-24 kept secrets without one: they count as none. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true, precision: 3 }),
  /** The time step of the newest code that was accepted: it and those before are used up. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Of the recovery codes' hashes. */
  recoverySalt: text('recovery_salt'),
});

/** The recovery codes that are still good, as hashes; a used one is gone. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => secondFactor.userId, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);
