import type { SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

const AT_ONCE = 1_000;

/** Fills a table in batches, because one statement could exceed the statement timeout on a busy machine. */
export async function seed(db: Db, count: number, insert: (first: number, last: number) => SQL): Promise<void> {
  for (let first = 1; first <= count; first += AT_ONCE)
    await db.execute(insert(first, Math.min(count, first + AT_ONCE - 1)));
}
