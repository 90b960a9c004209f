import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays } from '#domain/calendar.ts';
import type { Goal } from '#domain/goals/goal.ts';
import { goalState } from '#domain/goals/goal-state.ts';
import type { Db } from '#server/db/connect.ts';
import { pregnancyStartOf } from '#server/db/goal-table.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { etmi, mujer, nino, vacuna } from '#server/db/schema.ts';
import { countedSql, registeredDay, windowSql } from './goal-sql.ts';

/** The report is about families whose deadline passed within these days. */
const CLOSED_WITHIN_DAYS = 365;
/** Calendars of vaccines that are judged in one go. */
const CHILDREN_AT_ONCE = 250;

/** Families of a place whose deadline passed, and those who reached the goal. */
export const goalCountSchema = z
  .object({
    ...{ provincia: z.string(), canton: z.string(), establecimiento: z.string(), meta: z.string() },
    ...{ n: z.number(), cumplen: z.number() },
  })
  .readonly();
export type GoalCount = z.output<typeof goalCountSchema>;

const isClosed = (goal: Goal, antes: SQL, day: string): SQL =>
  sql`(${antes} <= ${day}::date and ${antes} > ${addDays(day, -CLOSED_WITHIN_DAYS)}::date and ${antes} > ${goal.vigente}::date)`;

function reached(goal: Goal, window: { desde: SQL; antes: SQL }, day: string): SQL {
  if (goal.registro === 'inscripcion') return sql`${registeredDay} < ${window.antes}`;
  const owner = goal.para === 'embarazo' ? mujer._id : nino._id;
  return sql`${countedSql(goal, owner, window, day)} >= ${goal.cantidad}::integer`;
}

/** The two counts of each goal, as columns n0, r0, n1, r1. Records are counted for closed families alone. */
const countColumns = (goals: readonly Goal[], start: SQL, day: string): SQL[] =>
  goals.flatMap((goal, at) => {
    const window = windowSql(goal, start);
    const closed = isClosed(goal, window.antes, day);
    return [
      sql`count(*) filter (where ${closed})::integer as ${sql.identifier(`n${at}`)}`,
      sql`count(*) filter (where case when ${closed} then ${reached(goal, window, day)} else false end)::integer
        as ${sql.identifier(`r${at}`)}`,
    ];
  });

type CountedRow = Readonly<Record<string, unknown>>;

const byGoal = (goals: readonly Goal[], rows: readonly CountedRow[]): GoalCount[] =>
  rows.flatMap((row) =>
    goals.map(({ _id }, at) => ({
      provincia: String(row.provincia),
      canton: String(row.canton),
      establecimiento: String(row.establecimiento),
      meta: _id,
      n: Number(row[`n${at}`]),
      cumplen: Number(row[`r${at}`]),
    })),
  );

async function countGoals(
  db: Db,
  {
    goals,
    from,
    table,
    start,
    conditions,
    day,
  }: {
    goals: readonly Goal[];
    from: SQL;
    table: typeof nino | typeof mujer;
    start: SQL;
    conditions: readonly SQL[];
    day: string;
  },
): Promise<GoalCount[]> {
  if (goals.length === 0) return [];
  const { provincia, canton, establecimiento } = table;
  const columns = sql.join(
    [sql`${provincia}`, sql`${canton}`, sql`${establecimiento}`, ...countColumns(goals, start, day)],
    sql`, `,
  );
  const rows = await rawRows<CountedRow>(
    db,
    sql`select ${columns} from ${from} where ${and(...conditions, sql`true`)} group by ${provincia}, ${canton}, ${establecimiento}`,
  );
  return byGoal(goals, rows);
}

/** Judges the vaccines of closed children with the domain's function: which doses are due depends on the schedule of their birth. */
async function countVaccines(db: Db, goal: Goal, piece: readonly SQL[], day: string): Promise<GoalCount[]> {
  const { antes } = windowSql(goal, sql`${nino.fechanacimiento}`);
  const given = { tipovacuna: vacuna.tipovacuna, dosis: vacuna.dosis, fechaaplicacion: vacuna.fechaaplicacion };
  const { provincia, canton, establecimiento, fechanacimiento } = nino;
  const children = await db
    .select({
      place: { provincia, canton, establecimiento },
      start: fechanacimiento,
      vacuna: jsonRows(given, vacuna, eq(vacuna.parentId, nino._id)),
    })
    .from(nino)
    .where(and(...piece, isNotNull(fechanacimiento), isClosed(goal, antes, day)));
  const counts: GoalCount[] = [];
  for (const [at, { place, start, vacuna: doses }] of children.entries()) {
    if (at % CHILDREN_AT_ONCE === 0) await yieldToEventLoop();
    const { state } = goalState(goal, { start, registered: null, records: { vacuna: doses } }, day);
    counts.push({ ...place, meta: goal._id, n: 1, cumplen: state === 'cumplida' ? 1 : 0 });
  }
  return counts;
}

/** The goals of some children. @param piece conditions on `nino` */
export async function countChildren(
  db: Db,
  goals: readonly Goal[],
  piece: readonly SQL[],
  day: string,
): Promise<GoalCount[]> {
  const ofChildren = goals.filter(({ para, mostrada }) => mostrada && para === 'nino');
  const counts = await countGoals(db, {
    goals: ofChildren.filter(({ registro }) => registro !== 'esquema'),
    from: sql`${nino}`,
    table: nino,
    start: sql`${nino.fechanacimiento}`,
    conditions: piece,
    day,
  });
  for (const goal of ofChildren)
    if (goal.registro === 'esquema') counts.push(...(await countVaccines(db, goal, piece, day)));
  return counts;
}

/** The goals of some women, by the pregnancy of their latest screening. @param piece conditions on `mujer` */
export function countWomen(db: Db, goals: readonly Goal[], piece: readonly SQL[], day: string): Promise<GoalCount[]> {
  const latest = sql`select ${pregnancyStartOf(etmi)} as inicio from ${etmi} where ${etmi.parentId} = ${mujer._id}
    order by ${etmi.fechaRealizacion} desc, ${etmi.orden} desc limit 1`;
  return countGoals(db, {
    goals: goals.filter(({ para, mostrada }) => mostrada && para === 'embarazo'),
    from: sql`${mujer} cross join lateral (${latest}) as gestation`,
    table: mujer,
    start: sql`gestation.inicio`,
    conditions: piece,
    day,
  });
}
