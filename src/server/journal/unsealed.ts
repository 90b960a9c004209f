import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { journal, journalSeal } from '#server/db/schema.ts';

/** Counting ends here, so that it stays cheap when much is waiting. */
const COUNTED_AT_MOST = 100_000;

interface Unsealed {
  readonly count: number;
  readonly age: number;
}

/** Counts committed entries after the newest sealed one; entries that were committed late are not among them. */
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
