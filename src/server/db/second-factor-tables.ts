import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { rol, usuario } from './user-tables.ts';

export const secondFactorRole = pgTable('second_factor_role', {
  roleId: uuid('role_id')
    .primaryKey()
    .references(() => rol._id),
});

export const secondFactor = pgTable('second_factor', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => usuario._id),
  /** Encrypted for this user, so that a reader of the table cannot make codes. */
  secret: text('secret').notNull(),
  /** When the first code was entered. Secrets without it, from releases before 2026-11-24, do not count. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true, precision: 3 }),
  /** The time step of the newest accepted code; codes up to it are used up. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  recoverySalt: text('recovery_salt'),
});

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
