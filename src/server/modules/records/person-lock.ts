import { type SQL, sql } from 'drizzle-orm';

/**
 * Until the transaction ends, no other one erases or restores this person, or decides what was retained about her. A deleted person has no row to
 * lock, so this lock stands for it; it is taken before the rows of the person.
 */
export const lockPersonId = (persona: string): SQL =>
  sql`select pg_advisory_xact_lock(hashtextextended(${persona}, 0))`;

/** Until the transaction ends, this person is neither erased nor restored. */
export const lockPersonIdShared = (persona: string): SQL =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended(${persona}, 0))`;
