import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** The rules by which servers on this database compute what is kept on children. */
export const rulesInUse = pgTable('rules_in_use', {
  fingerprint: integer('fingerprint').primaryKey(),
  /** Rules that came later have a higher one. */
  number: integer('number').notNull(),
  /** When a server with these rules last noted that it runs. */
  seen: timestamp('seen', { withTimezone: true, precision: 3 }).notNull(),
});
