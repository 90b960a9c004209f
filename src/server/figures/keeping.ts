import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';

interface Folding {
  /** So many changes at once. */
  most?: number;
  /** Asked before every batch; false ends it. */
  mayGoOn?: () => boolean;
}

/**
 * Adds what changed up to now into the figures: they are the same before and after, only sooner read.
 * @returns how many changes it was
 */
export async function foldFigures(db: Db, { most = 2_000, mayGoOn = () => true }: Folding = {}): Promise<number> {
  let folded = 0;
  while (mayGoOn()) {
    const [row] = await rawRows<{ n: number }>(db, sql`select figure_fold(${most}::integer) as n`);
    const batch = row?.n ?? 0;
    folded += batch;
    if (batch < most) break;
  }
  return folded;
}

/** All figures anew from what is recorded: after rows were loaded with the triggers off. Nobody writes meanwhile. */
export async function recountFigures(db: Db): Promise<void> {
  await db.execute(sql`select figure_recount()`);
}
