import { and, asc, eq, gt, inArray, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import { dbFault } from '#server/base/db-errors.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import type { Db } from '#server/db/connect.ts';
import { ALWAYS, nino } from '#server/db/schema.ts';
import { historyColumns } from './child-history.ts';
import { type HistorySummary, KEPT_COLUMNS, summaryOf } from './child-summary.ts';
import { childrenByOtherRules } from './rules-in-use.ts';
import { writeSummaries } from './summary-writes.ts';

/** Waited for before every batch; false ends the work. */
type Between = () => boolean | Promise<boolean>;

/** Computed in one transaction: whoever saves about one of them waits for it, and everybody where the database answers one at a time. */
export const CHILDREN_AT_ONCE = { pglite: 5, postgres: 20 } as const;
const FEW = CHILDREN_AT_ONCE.pglite;

interface Batch {
  readonly which: SQL;
  readonly order: SQL;
  readonly most: number;
  /** Whom somebody writes about at the moment is waited for, instead of being left for another time. */
  readonly waits?: boolean;
}

const KEPT = Object.fromEntries(KEPT_COLUMNS.map((name) => [name, nino[name]])) as Pick<
  typeof nino,
  (typeof KEPT_COLUMNS)[number]
>;

/** Computes some children anew, in one transaction. @returns who was visited */
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
    // In a statement of its own: records that came before the lock are seen by it.
    const children = await inside
      .select({ id: nino._id, rules: nino.reglas, kept: KEPT, history: historyColumns(nino._id) })
      .from(nino)
      .where(inArray(nino._id, ids));
    const news = new Map<string, HistorySummary>();
    const noNews = new Map<string, HistorySummary>();
    for (const { id, rules: before, kept, history } of children) {
      const summary = await summaryOf(history, day);
      const isSame = KEPT_COLUMNS.every((name) => summary.child[name] === kept[name]);
      if (isSame && before === rules && summary.changed.length === 0) continue;
      // Whoever has the booklet on a device knows what day it is, but not that a rule has changed.
      const byTheDay = before === rules && kept.revisar <= day;
      (isSame || byTheDay ? noNews : news).set(id, summary);
    }
    await writeSummaries(inside, news);
    if (noNews.size > 0) {
      await inside.execute(sql`select set_config('libreta.solo_cambia_el_dia', 'si', true)`);
      await writeSummaries(inside, noNews);
    }
    return ids;
  });
}

/** Children that could not be computed, and why: they are passed over, so that those after them are reached. */
export type Failing = Map<string, unknown>;

/** More than that fail only where the rules themselves are wrong: nobody is served by trying all children. */
export const MOST_FAILING = 1_000;

/** An error of ours, or of the values that the database was given; any other would come of every child. */
function isOfOneChild(error: unknown): boolean {
  const fault = dbFault(error);
  return fault === null || /^(22|23|P0)/.test(fault.code);
}

/** As {@link refreshBatch}; where a child fails each of them is computed by itself. @returns who was visited, and who failed */
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

/**
 * Computes anew the children of whom something follows from a day that has passed, and those that were written without the
 * application. Several processes may do so at once.
 * @param failing who is passed over; whoever fails is added
 * @returns how many children were visited
 */
export async function refreshOutdated(
  db: Db,
  between: Between = () => true,
  most: number = FEW,
  failing: Failing = new Map(),
): Promise<number> {
  let all = 0;
  while (failing.size < MOST_FAILING && (await between())) {
    const which = and(lte(nino.revisar, today()), notInArray(nino._id, [...failing.keys()])) as SQL;
    const { visited, failed } = await refreshEach(db, { which, order: asc(nino.revisar), most }, failing);
    all += visited;
    if (visited + failed < most) break;
  }
  return all;
}

/** So many are looked for at a time: the index is not gone through for each batch. */
const LOOKED_FOR = 2_000;

/**
 * Computes anew the children that were computed by other rules than this program's. Several processes may do so at once, and what one of
 * them has done the others leave alone.
 * @param failing who is passed over; whoever fails is added
 * @returns how many children were visited
 */
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
    const found = await childrenByOtherRules(db, rules, LOOKED_FOR, [...failing.keys()]);
    for (let from = 0; from < found.length; from += most) {
      if (failing.size >= MOST_FAILING || !(await between())) return all;
      const some = inArray(nino._id, found.slice(from, from + most));
      const which = and(some, ne(nino.reglas, rules)) as SQL;
      all += (await refreshEach(db, { which, order: asc(nino._id), most }, failing)).visited;
    }
    // There are no more, or somebody writes about all of them at the moment, or they fail.
    if (all === before) return all;
  }
}

/**
 * Lets `refreshOutdated` visit also those that are right for a while yet.
 * @returns whether it came to the end
 */
export async function outdateAll(db: Db, day: string, between: Between): Promise<boolean> {
  while (await between()) {
    const some = db
      .select({ id: nino._id })
      .from(nino)
      .where(gt(nino.revisar, day))
      .limit(FEW)
      .for('update', { skipLocked: true });
    const outdated = await db
      .update(nino)
      .set({ revisar: ALWAYS })
      .where(inArray(nino._id, some))
      .returning({ id: nino._id });
    if (outdated.length === 0) return true;
  }
  return false;
}

/** Before everybody else, in the order of ids. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Computes every child anew, whatever rules it was computed by. @returns how many children were visited */
export async function refreshEverything(db: Db, most: number = FEW): Promise<number> {
  let visited = 0;
  for (let last = BEFORE_ALL; ; ) {
    const children = await refreshBatch(db, { which: gt(nino._id, last), order: asc(nino._id), most, waits: true });
    visited += children.length;
    const next = children.at(-1);
    if (next === undefined) break;
    last = next;
  }
  return visited;
}

/** Computes a child anew. Does nothing when the child is no more. */
export async function refreshChild(db: Db, ninoId: string): Promise<void> {
  const [history] = await db.select(historyColumns(ninoId)).from(nino).where(eq(nino._id, ninoId));
  if (history) await writeSummaries(db, new Map([[ninoId, await summaryOf(history)]]));
}
