import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { figureChange } from '#server/db/schema.ts';

/** Counting ends here, so that it stays cheap when much is waiting. */
const COUNTED_AT_MOST = 100_000;

interface ChangesWaiting {
  readonly count: number;
  /** The transaction that wrote the oldest change: the same as long as that one waits. */
  readonly oldest: string | null;
}

export async function countUnfoldedChanges(db: Db): Promise<ChangesWaiting> {
  const [row] = await rawRows<ChangesWaiting>(
    db,
    sql`with waiting as materialized (select xmin as writer from ${figureChange} limit ${COUNTED_AT_MOST}::integer)
      select (select count(*)::integer from waiting) as count,
        (select writer::text from waiting order by age(writer) desc limit 1) as oldest`,
  );
  return row ?? { count: 0, oldest: null };
}
