import { sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import type { DueGoalQuery, DueGoalRow } from '#domain/calls/goals.ts';
import { dueGoalOf } from '#domain/goals/due-row.ts';
import type { Goal } from '#domain/goals/goal.ts';
import { goalState } from '#domain/goals/goal-state.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import type { Listing } from '#server/lists/listing.ts';
import { boundedTotal, COUNT_LIMIT, COUNTED_AT_MOST } from '#server/lists/totals.ts';
import { dueBranches } from './due-branches.ts';
import { familiesOf } from './due-families.ts';
import type { ListGoals } from './goal-repository.ts';

interface Due {
  readonly tipo: string;
  readonly id: string;
  readonly place: number;
}

const UNION = sql` union all `;

export type DueGoals = ReturnType<typeof createDueGoals>;

/**
 * Goals that are due within 30 days and not reached. Each goal is a range of births, or of pregnancies' first days, that an index finds in the
 * order of the deadlines, so a page reads little however many children there are. The total stops at {@link COUNTED_AT_MOST}.
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

  return (actor: Actor, query: DueGoalQuery): Listing<DueGoalRow> => {
    const page = async (limit: number, offset = 0) => {
      const [declared, day] = [await goals(), now()];
      const branches = dueBranches(declared, actor, query, day);
      if (branches.length === 0) return { total: 0, rows: [] };
      const first = branches.map((branch) => sql`(${branch} order by start, id limit ${limit + offset}::integer)`);
      const due = await rawRows<Due>(
        db,
        sql`select tipo, id, place from (${sql.join(first, UNION)}) as due
          order by antes, place, start, id limit ${limit}::integer offset ${offset}::integer`,
      );
      // Without an order PostgreSQL stops at the limit, over all branches.
      const some = sql`select 1 from (${sql.join(branches, UNION)}) as due limit ${COUNT_LIMIT}::integer`;
      const counted = sql`select count(*)::integer as total from (${some}) as some_due`;
      const [all] = await rawRows<{ total: number }>(db, counted);
      return { ...boundedTotal(all?.total ?? 0), rows: await rowsOf(declared, due, day) };
    };
    return { page, whole: (offset) => page(COUNTED_AT_MOST, offset) };
  };
}
