import { eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { countedRecord } from '#domain/goals/counted-records.ts';
import { ACCENTED, comparableName, UNACCENTED } from '#domain/goals/dose-name.ts';
import type { Goal } from '#domain/goals/goal.ts';
import { anemia, control, controlmujer, etmi, nino, tamizaje, vacuna, vacunamujer } from '#server/db/schema.ts';
import { type Columns, columnOf } from '#server/lists/conditions.ts';

/** The tables of the records that goals count. */
const TABLES = { control, anemia, tamizaje, vacuna, controlmujer, etmi, vacunamujer };

type CountedTable = (typeof TABLES)[keyof typeof TABLES];

/** @throws Error if no table holds such records */
function tableOf(registro: string): CountedTable {
  const table = Object.values(TABLES).find((one) => getTableName(one) === registro);
  if (!table) throw new Error(`No table holds ${registro}`);
  return table;
}

/** The day on which a child completes an age in months, as `dayAtAge` of the domain. */
function dayAtAge(months: number): SQL {
  const birth = nino.fechanacimiento;
  const day = sql`(${birth} + make_interval(months => ${months}::integer))::date`;
  return sql`(${day} + case when extract(day from ${day}) < extract(day from ${birth}) then 1 else 0 end)`;
}

/** The first day that counts and the first that is too late, as `goalWindow` of the domain. @param start the birth, or the first day of the pregnancy */
export function windowSql({ para, desde, hasta, plazo }: Goal, start: SQL): { desde: SQL; antes: SQL } {
  const dayAt = (age: number) => (para === 'embarazo' ? sql`(${start} + ${7 * age}::integer)` : dayAtAge(age));
  const end = dayAt(hasta);
  return {
    desde: dayAt(desde),
    antes: plazo === null ? end : sql`least(${end}, ${start} + ${plazo + 1}::integer)`,
  };
}

const comparable = (column: PgColumn): SQL =>
  sql`lower(translate(${column}, ${ACCENTED}::text, ${UNACCENTED}::text) collate "C")`;

/** How many records of a family count for a goal. */
export function countedSql(goal: Goal, owner: PgColumn, window: { desde: SQL; antes: SQL }, day: string): SQL<number> {
  const { date = '', names = [] } = countedRecord(goal.registro);
  const table = tableOf(goal.registro);
  const columns: Columns = getTableColumns(table);
  const on = columnOf(columns, date);
  const wanted = comparableName(goal.vacuna);
  const named = names.map((name) => sql`strpos(${comparable(columnOf(columns, name))}, ${wanted}::text) > 0`);
  const conditions = [
    eq(table.parentId, owner),
    sql`${on} >= ${window.desde}`,
    sql`${on} < ${window.antes}`,
    sql`${on} <= ${day}::date`,
    ...(goal.dosis === null ? [] : [sql`${columnOf(columns, 'dosis')} = ${goal.dosis}::integer`]),
    ...(wanted === '' ? [] : [sql`(${sql.join(named, sql` or `)})`]),
  ];
  return sql<number>`(select count(*) from ${table} where ${sql.join(conditions, sql` and `)})`;
}

/** The day of a child's registration. */
export const registeredDay = sql`(${nino.fechaRegistro} at time zone 'America/Guayaquil')::date`;
