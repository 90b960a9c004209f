import { type SQL, sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import type { DueGoalQuery, DueGoalRow } from '#domain/calls/goals.ts';
import { dueGoalOf } from '#domain/goals/due-row.ts';
import type { Goal } from '#domain/goals/goal.ts';
import { goalState } from '#domain/goals/goal-state.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { batchesAfter, type Listing, reachesEnd, STREAM_BATCH_ROWS } from '#server/lists/listing.ts';
import { boundedTotal, COUNT_LIMIT } from '#server/lists/totals.ts';
import { dueBranches } from './due-branches.ts';
import { familiesOf } from './due-families.ts';
import type { ListGoals } from './goal-repository.ts';

interface Due {
  readonly tipo: string;
  readonly id: string;
  readonly place: number;
  /** `YYYY-MM-DD`, as text: a `Date` would have a time zone. */
  readonly start: string;
  readonly antes: string;
}

const UNION = sql` union all `;

/** The rows of a branch that follow in the order of the list. */
const afterDue = (branch: SQL, { antes, place, start, id }: Due): SQL =>
  sql`select * from (${branch}) as branch
    where (antes, place, start, id) > (${antes}::date, ${place}::integer, ${start}::date, ${id}::uuid)`;

export type DueGoals = ReturnType<typeof createDueGoals>;

/**
 * Goals that are due within 30 days and not reached. Each goal is a range of births, or of pregnancies' first days, that an index finds in the
 * order of the deadlines, so a page reads little however many children there are. The total of a page stops short of {@link COUNT_LIMIT}.
 */
export function createDueGoals(db: Db, goals: ListGoals, now: () => string = today) {
  const rowsOf = async (declared: readonly Goal[], due: readonly Due[], day: string): Promise<DueGoalRow[]> => {
    const families = await familiesOf(db, due);
    return due.flatMap(({ id, place }) => {
      const person = families.get(id);
      const goal = declared[place];
      // A person may have been deleted between the two statements.
      if (!person || !goal) return [];
      return [{ ...person.shown, ...dueGoalOf(goalState(goal, person.family, day)) }];
    });
  };

  const dueOf = (branches: readonly SQL[], limit: number, offset = 0): Promise<Due[]> => {
    const first = branches.map((branch) => sql`(${branch} order by start, id limit ${limit + offset}::integer)`);
    return rawRows<Due>(
      db,
      sql`select tipo, id, place, start::text, antes::text from (${sql.join(first, UNION)}) as due
        order by due.antes, place, due.start, id limit ${limit}::integer offset ${offset}::integer`,
    );
  };

  const countOf = async (branches: readonly SQL[], most?: number): Promise<number> => {
    // Without an order PostgreSQL stops at the limit, over all branches.
    const some = sql`select 1 from (${sql.join([...branches], UNION)}) as due limit ${most ?? null}::integer`;
    const counted = sql`select count(*)::integer as total from (${some}) as some_due`;
    const [all] = await rawRows<{ total: number }>(db, counted);
    return all?.total ?? 0;
  };

  return (actor: Actor, query: DueGoalQuery): Listing<DueGoalRow> => {
    const begin = async () => {
      const [declared, day] = [await goals(), now()];
      const branches = dueBranches(declared, actor, query, day);
      return { branches, toRows: (due: readonly Due[]) => rowsOf(declared, due, day) };
    };
    return {
      async page(limit, offset = 0) {
        const { branches, toRows } = await begin();
        if (branches.length === 0) return { total: 0, rows: [] };
        const due = await dueOf(branches, limit, offset);
        return { ...boundedTotal(await countOf(branches, COUNT_LIMIT)), rows: await toRows(due) };
      },
      async whole(offset = 0) {
        const { branches, toRows } = await begin();
        if (branches.length === 0) return { total: 0, rows: [] };
        const first = await dueOf(branches, STREAM_BATCH_ROWS, offset);
        if (reachesEnd(first, offset)) return { total: offset + first.length, rows: await toRows(first) };
        const readAfter = (last: Due) =>
          dueOf(
            branches.map((branch) => afterDue(branch, last)),
            STREAM_BATCH_ROWS,
          );
        async function* rows() {
          for await (const batch of batchesAfter(first, readAfter)) yield await toRows(batch);
        }
        return { total: await countOf(branches), rows: rows() };
      },
    };
  };
}
