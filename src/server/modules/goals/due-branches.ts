import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { addDays, addMonths } from '#domain/calendar.ts';
import type { DueGoalQuery } from '#domain/calls/goals.ts';
import { dueUntil } from '#domain/goals/due-goals.ts';
import type { Goal } from '#domain/goals/goal.ts';
import { PLACES } from '#domain/reports/places.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import { pregnancyStartOf } from '#server/db/goal-table.ts';
import { custodianOf, etmi, mujer, nino } from '#server/db/schema.ts';
import { filterConditions } from '#server/lists/conditions.ts';
import { countedSql, windowSql } from './goal-sql.ts';

/** Days by which the same day of another month may be off. */
const MONTH_SLACK = 4;

function scopeOf(table: typeof nino | typeof mujer, actor: Actor, query: DueGoalQuery): SQL[] {
  const own = visibleCreator(actor);
  const custodian = custodianOf(table);
  return [
    ...(own === null ? [] : [eq(custodian, own)]),
    ...(query.responsable ? [eq(custodian, query.responsable)] : []),
    ...filterConditions(getTableColumns<typeof nino | typeof mujer>(table), PLACES, query),
  ];
}

/** Whether a deadline is within the days of the list. */
const isDue = (goal: Goal, { desde, antes }: { desde: SQL; antes: SQL }, day: string): SQL[] => [
  sql`${antes} > ${day}::date`,
  sql`${antes} <= ${dueUntil(day)}::date`,
  sql`${antes} > ${goal.vigente}::date`,
  sql`${desde} <= ${day}::date`,
];

/** A range of births around all that can be due: the index finds it. */
function birthRange({ hasta, plazo }: Goal, day: string): SQL {
  const last = dueUntil(day);
  const lows = [addDays(addMonths(day, -hasta), -MONTH_SLACK)];
  const highs = [addDays(addMonths(last, -hasta), MONTH_SLACK)];
  if (plazo !== null) {
    lows.push(addDays(day, -plazo));
    highs.push(addDays(last, -plazo - 1));
  }
  // The deadline is the earlier one, so both must lie ahead.
  return sql`${nino.fechanacimiento} between ${lows.sort().at(-1) ?? day}::date and ${highs.sort().at(-1) ?? last}::date`;
}

function childBranch(goal: Goal, place: number, scope: SQL[], day: string): SQL {
  const start = sql`${nino.fechanacimiento}`;
  const window = windowSql(goal, start);
  const missing =
    goal.registro === 'esquema'
      ? sql`${nino.proximaVacuna} < ${window.antes}`
      : sql`${countedSql(goal, nino._id, window, day)} < ${goal.cantidad}::integer`;
  const conditions = and(...scope, birthRange(goal, day), ...isDue(goal, window, day), missing);
  return sql`select 'nino' as tipo, ${nino._id} as id, ${place}::integer as place, ${start} as start, ${window.antes} as antes
    from ${nino} where ${conditions}`;
}

function womanBranch(goal: Goal, place: number, scope: SQL[], day: string): SQL {
  const start = pregnancyStartOf(etmi);
  const window = windowSql(goal, start);
  const length = goal.plazo === null ? 7 * goal.hasta : Math.min(7 * goal.hasta, goal.plazo + 1);
  const range = sql`${start} between ${addDays(day, 1 - length)}::date and ${addDays(dueUntil(day), -length)}::date`;
  const isLatest = sql`not exists (select 1 from ${etmi} as later where later.parent_id = ${etmi.parentId}
    and (later.fecha_realizacion, later.orden) > (${etmi.fechaRealizacion}, ${etmi.orden}))`;
  const missing = sql`${countedSql(goal, mujer._id, window, day)} < ${goal.cantidad}::integer`;
  const conditions = and(...scope, range, isLatest, ...isDue(goal, window, day), missing);
  return sql`select 'mujer' as tipo, ${mujer._id} as id, ${place}::integer as place, ${start} as start, ${window.antes} as antes
    from ${mujer} join ${etmi} on ${etmi.parentId} = ${mujer._id} where ${conditions}`;
}

/** A booklet exists, so its registration is never missing. */
const canBeDue = ({ mostrada, registro }: Goal) => mostrada && registro !== 'inscripcion';

/** For each goal the families who may still reach it within the days of the list; ordered by `start` and `id` the first deadline is first. */
export function dueBranches(goals: readonly Goal[], actor: Actor, query: DueGoalQuery, day: string): SQL[] {
  const [children, women] = [scopeOf(nino, actor, query), scopeOf(mujer, actor, query)];
  return goals.flatMap((goal, place) => {
    if (!canBeDue(goal)) return [];
    return goal.para === 'embarazo'
      ? [womanBranch(goal, place, women, day)]
      : [childBranch(goal, place, children, day)];
  });
}
