import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { journal, journalSeal } from '#server/db/schema.ts';

/** Counted no further, so that asking costs little just when very much waits. */
const COUNTED_AT_MOST = 100_000;

interface Unsealed {
  readonly count: number;
  /** Seconds since the oldest of them happened; 0 without any. */
  readonly age: number;
}

/** How many committed entries come after the newest that is sealed: all that wait, but for those that were committed late. */
export async function entriesUnsealed(db: Db): Promise<Unsealed> {
  const [row] = await rawRows<Unsealed>(
    db,
    sql`select count(*)::integer as count, coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as age
      from (select ${journal.at} from ${journal}
        where ${journal.seq} > (select coalesce(max(${journalSeal.seq}), 0) from ${journalSeal})
        order by ${journal.seq} limit ${COUNTED_AT_MOST}::integer) as unsealed`,
  );
  return row ?? { count: 0, age: 0 };
}
