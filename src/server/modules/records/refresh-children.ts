import { and, asc, eq, gt, inArray, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import { LOWEST_ID } from '#domain/uuid.ts';
import { dbFault } from '#server/base/db-errors.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import type { Db } from '#server/db/connect.ts';
import { DAY_LONG_PAST, nino } from '#server/db/schema.ts';
import { historyColumns } from './child-history.ts';
import { type HistorySummary, SUMMARY_COLUMNS, summaryOf } from './child-summary.ts';
import { idsByOtherRules } from './rules-in-use.ts';
import { writeSummaries } from './summary-writes.ts';

type Between = () => boolean | Promise<boolean>;

/** Children per transaction. A save of one of these children waits for it; on PGlite every statement does. */
export const CHILDREN_AT_ONCE = { pglite: 5, postgres: 20 } as const;
const FEW = CHILDREN_AT_ONCE.pglite;

interface Batch {
  readonly which: SQL;
  readonly order: SQL;
  readonly most: number;
  /** Waits for children that are being written, instead of skipping them. */
  readonly waits?: boolean;
}

const STORED = Object.fromEntries(SUMMARY_COLUMNS.map((name) => [name, nino[name]])) as Pick<
  typeof nino,
  (typeof SUMMARY_COLUMNS)[number]
>;

/** Recomputes some children in one transaction. @returns the ids of the children visited */
async function refreshBatch(db: Db, { which, order, most, waits = false }: Batch): Promise<string[]> {
  const [day, rules] = [today(), await rulesOfProgram()];
  return db.transaction(async (inside) => {
    const locked = await inside
      .select({ id: nino._id })
      .from(nino)
      .where(which)
      .orderBy(order)
      .limit(most)
      .for('update', waits ? {} : { skipLocked: true });
    const ids = locked.map(({ id }) => id);
    if (ids.length === 0) return ids;
    // A separate statement, so that it sees records committed before the lock.
    const children = await inside
      .select({ id: nino._id, rules: nino.reglas, stored: STORED, history: historyColumns(nino._id) })
      .from(nino)
      .where(inArray(nino._id, ids));
    const forFeed = new Map<string, HistorySummary>();
    const notForFeed = new Map<string, HistorySummary>();
    for (const { id, rules: before, stored, history } of children) {
      const summary = await summaryOf(history, day);
      const isSame = SUMMARY_COLUMNS.every((name) => summary.child[name] === stored[name]);
      if (isSame && before === rules && summary.changed.length === 0) continue;
      // Devices recompute what depends on the day, but do not know of changed rules: only those changes go into the feed.
      const byTheDay = before === rules && stored.revisar <= day;
      (isSame || byTheDay ? notForFeed : forFeed).set(id, summary);
    }
    await writeSummaries(inside, forFeed);
    if (notForFeed.size > 0) {
      await inside.execute(sql`select set_config('libreta.solo_cambia_el_dia', 'si', true)`);
      await writeSummaries(inside, notForFeed);
    }
    return ids;
  });
}

/** Children that could not be computed, and why: they are skipped, so that later ones are reached, and new ones are added. */
export type Failing = Map<string, unknown>;

/** With more failures than this the rules themselves are wrong, and the work stops. */
export const MAX_FAILING = 1_000;

/** Whether an error concerns one child: our own, or an SQLSTATE of wrong values (classes 22, 23, P0). */
function isOfOneChild(error: unknown): boolean {
  const fault = dbFault(error);
  return fault === null || /^(22|23|P0)/.test(fault.code);
}

/** As {@link refreshBatch}, but after a failure each child is computed by itself. */
async function refreshEach(db: Db, batch: Batch, failing: Failing): Promise<{ visited: number; failed: number }> {
  try {
    return { visited: (await refreshBatch(db, batch)).length, failed: 0 };
  } catch (error) {
    if (!isOfOneChild(error)) throw error;
  }
  const { which, order, most } = batch;
  const some = await db.select({ id: nino._id }).from(nino).where(which).orderBy(order).limit(most);
  const before = failing.size;
  let visited = 0;
  for (const { id } of some) {
    try {
      visited += (await refreshBatch(db, { ...batch, which: and(which, eq(nino._id, id)) as SQL })).length;
    } catch (error) {
      if (!isOfOneChild(error)) throw error;
      failing.set(id, error);
    }
  }
  return { visited, failed: failing.size - before };
}

/** Recomputes children that a passed day or a write without the application made outdated. Several processes may run it at once. */
export async function refreshOutdated(
  db: Db,
  between: Between = () => true,
  most: number = FEW,
  failing: Failing = new Map(),
): Promise<number> {
  let all = 0;
  while (failing.size < MAX_FAILING && (await between())) {
    const which = and(lte(nino.revisar, today()), notInArray(nino._id, [...failing.keys()])) as SQL;
    const { visited, failed } = await refreshEach(db, { which, order: asc(nino.revisar), most }, failing);
    all += visited;
    if (visited + failed < most) break;
  }
  return all;
}

/** Ids fetched at a time, so that the index is not scanned for each batch. */
const IDS_AT_ONCE = 2_000;

/** Recomputes children that were computed by other rules. Several processes may run it at once. @returns how many were visited */
export async function refreshByOtherRules(
  db: Db,
  between: Between = () => true,
  most: number = FEW,
  failing: Failing = new Map(),
): Promise<number> {
  const rules = await rulesOfProgram();
  let all = 0;
  for (;;) {
    const before = all;
    const ids = await idsByOtherRules(db, rules, IDS_AT_ONCE, [...failing.keys()]);
    for (let from = 0; from < ids.length; from += most) {
      if (failing.size >= MAX_FAILING || !(await between())) return all;
      const some = inArray(nino._id, ids.slice(from, from + most));
      const which = and(some, ne(nino.reglas, rules)) as SQL;
      all += (await refreshEach(db, { which, order: asc(nino._id), most }, failing)).visited;
    }
    // No child is left, or all of the rest are locked or failing.
    if (all === before) return all;
  }
}

/** Marks all other children as outdated for `refreshOutdated`. @returns whether it came to the end */
export async function markAllOutdated(db: Db, day: string, between: Between): Promise<boolean> {
  while (await between()) {
    const some = db
      .select({ id: nino._id })
      .from(nino)
      .where(gt(nino.revisar, day))
      .limit(FEW)
      .for('update', { skipLocked: true });
    const outdated = await db
      .update(nino)
      .set({ revisar: DAY_LONG_PAST })
      .where(inArray(nino._id, some))
      .returning({ id: nino._id });
    if (outdated.length === 0) return true;
  }
  return false;
}

export async function refreshEverything(db: Db, most: number = FEW): Promise<number> {
  let visited = 0;
  for (let last = LOWEST_ID; ; ) {
    const children = await refreshBatch(db, { which: gt(nino._id, last), order: asc(nino._id), most, waits: true });
    visited += children.length;
    const next = children.at(-1);
    if (next === undefined) break;
    last = next;
  }
  return visited;
}

export async function refreshChild(db: Db, ninoId: string): Promise<void> {
  const [history] = await db.select(historyColumns(ninoId)).from(nino).where(eq(nino._id, ninoId));
  if (history) await writeSummaries(db, new Map([[ninoId, await summaryOf(history)]]));
}
