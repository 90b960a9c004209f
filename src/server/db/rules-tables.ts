import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core';

export const rulesInUse = pgTable('rules_in_use', {
  fingerprint: integer('fingerprint').primaryKey(),
  /** Later rules have a higher number. */
  number: integer('number').notNull(),
  seen: timestamp('seen', { withTimezone: true, precision: 3 }).notNull(),
});
