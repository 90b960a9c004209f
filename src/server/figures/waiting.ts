import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { figureChange } from '#server/db/schema.ts';

/** Counted no further, so that asking costs little just when very much waits. */
const COUNTED_AT_MOST = 100_000;

interface ChangesWaiting {
  readonly count: number;
  /** The transaction that wrote the oldest of them: the same for as long as that one waits. */
  readonly oldest: string | null;
}

/** How many changes are not folded into the figures yet. */
export async function changesWaiting(db: Db): Promise<ChangesWaiting> {
  const [row] = await rawRows<ChangesWaiting>(
    db,
    sql`with waiting as materialized (select xmin as writer from ${figureChange} limit ${COUNTED_AT_MOST}::integer)
      select (select count(*)::integer from waiting) as count,
        (select writer::text from waiting order by age(writer) desc limit 1) as oldest`,
  );
  return row ?? { count: 0, oldest: null };
}
