import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';

/** So many changes at once, so that nobody waits long for the one connection of an embedded database. */
const BATCH = 1_000;

/**
 * Adds what changed up to now into the figures: they are the same before and after, only sooner read.
 * @param between waited for before every batch; false ends it
 * @returns how many changes it was
 */
export async function foldFigures(db: Db, between: () => boolean | Promise<boolean> = () => true): Promise<number> {
  let folded = 0;
  while (await between()) {
    const [row] = await rawRows<{ n: number }>(db, sql`select figure_fold(${BATCH}::integer) as n`);
    const batch = row?.n ?? 0;
    folded += batch;
    if (batch < BATCH) break;
  }
  return folded;
}

/** All figures anew from what is recorded: after rows were loaded with the triggers off. Nobody writes meanwhile. */
export async function recountFigures(db: Db): Promise<void> {
  await db.execute(sql`select figure_recount()`);
}
