import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './connect.ts';
import { rawRows } from './raw-rows.ts';

/** Counting ends here, so that it stays cheap when much is waiting. */
const COUNTED_AT_MOST = 100_000;

interface ChangesWaiting {
  readonly count: number;
  /** The transaction that wrote the oldest change: the same as long as that one waits. */
  readonly oldest: string | null;
}

/** Counts the rows of a table in which triggers note changes for a worker. */
export async function countChanges(db: Db, queue: PgTable): Promise<ChangesWaiting> {
  const [row] = await rawRows<ChangesWaiting>(
    db,
    sql`with waiting as materialized (select xmin as writer from ${queue} limit ${COUNTED_AT_MOST}::integer)
      select (select count(*)::integer from waiting) as count,
        (select writer::text from waiting order by age(writer) desc limit 1) as oldest`,
  );
  return row ?? { count: 0, oldest: null };
}
