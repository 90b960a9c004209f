import { asc, gt, lte, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { today } from '#domain/calendar.ts';
import { type GoalReport, type StoredGoal, storedGoalSchema } from '#domain/calls/goals.ts';
import { isInPlace } from '#domain/lists/conditions.ts';
import { prevalence } from '#domain/reports/prevalence.ts';
import type { Db } from '#server/db/connect.ts';
import { mujer } from '#server/db/schema.ts';
import type { ChildPictures } from '#server/modules/records/child-pictures.ts';
import { countChildren, countWomen, type GoalCount, goalCountSchema } from './goal-counts.ts';
import type { ListGoals } from './goal-repository.ts';

const WOMEN_AT_ONCE = 2_000;

/** The conditions of each piece of all women. */
async function* piecesOfWomen(db: Db): AsyncGenerator<SQL[]> {
  for (let from: SQL[] = []; ; ) {
    const [last] = await db
      .select({ id: mujer._id })
      .from(mujer)
      .where(from[0])
      .orderBy(asc(mujer._id))
      .offset(WOMEN_AT_ONCE - 1)
      .limit(1);
    yield last ? [...from, lte(mujer._id, last.id)] : from;
    if (!last) return;
    from = [gt(mujer._id, last.id)];
  }
}

/** Adds the counts of the same place and goal. */
function addUp(totals: Map<string, GoalCount>, counts: readonly GoalCount[]): void {
  for (const count of counts) {
    const key = [count.provincia, count.canton, count.establecimiento, count.meta].join('\n');
    const before = totals.get(key);
    totals.set(key, before ? { ...before, n: before.n + count.n, cumplen: before.cumplen + count.cumplen } : count);
  }
}

export type GoalShares = ReturnType<typeof createGoalShares>;

/**
 * The share of families who reached each goal, among those whose deadline passed in the last year. Where there are many children the counts
 * are a picture by place, computed piece by piece in the background; requests then only add them up.
 */
export function createGoalShares(db: Db, pictures: ChildPictures, goals: ListGoals, now: () => string = today) {
  const countAll = async (day: string, pieces: AsyncIterable<SQL[]> | Iterable<SQL[]>, pause = async () => {}) => {
    const declared: StoredGoal[] = await goals();
    const totals = new Map<string, GoalCount>();
    for await (const piece of pieces) addUp(totals, await countChildren(db, declared, piece, day));
    for await (const piece of piecesOfWomen(db)) {
      addUp(totals, await countWomen(db, declared, piece, day));
      await pause();
    }
    return { declared, counts: [...totals.values()] };
  };
  const picture = pictures.of({
    name: 'metas',
    schema: z.object({ declared: z.array(storedGoalSchema), counts: z.array(goalCountSchema) }),
    compute: countAll,
    prepare: (counted) => counted,
  });

  return async (query: Readonly<Record<string, unknown>>, waits?: () => void): Promise<GoalReport> => {
    const taken = await picture(waits);
    const { declared, counts } = taken?.value ?? (await countAll(now(), [[]]));
    const here = counts.filter((count) => isInPlace(query, count));
    const metas = declared
      .filter(({ mostrada }) => mostrada)
      .map(({ _id, nombre, para, fuente }) => {
        const own = here.filter(({ meta }) => meta === _id);
        const n = own.reduce((sum, count) => sum + count.n, 0);
        const cumplen = own.reduce((sum, count) => sum + count.cumplen, 0);
        return { _id, nombre, para, fuente, n, cumplida: prevalence(cumplen, n) };
      });
    return { metas, ...(taken && { datosAl: taken.at.toISOString() }) };
  };
}
