import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';

interface Folding {
  most?: number;
  mayContinue?: () => boolean;
}

/** Folds changes into the figures, whose values stay the same and are read faster. @returns the number of changes */
export async function foldFigures(db: Db, { most = 2_000, mayContinue = () => true }: Folding = {}): Promise<number> {
  let folded = 0;
  while (mayContinue()) {
    const [row] = await rawRows<{ n: number }>(db, sql`select figure_fold(${most}::integer) as n`);
    const batch = row?.n ?? 0;
    folded += batch;
    if (batch < most) break;
  }
  return folded;
}

/** Recomputes all figures after rows were loaded without triggers; nothing may be written meanwhile. */
export async function recountFigures(db: Db): Promise<void> {
  await db.execute(sql`select figure_recount()`);
  await db.execute(sql`select measuring_recount()`);
}
