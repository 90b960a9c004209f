import { type SQL, type SQLChunk, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connect.ts';
import { control, nino } from '#server/db/schema.ts';
import { type HistorySummary, WRITTEN_SUMMARY_COLUMNS } from './child-summary.ts';

/** `reglas` is written negative, by which the database tells programs that know the column from older ones. */
export const writtenValue = (column: PgColumn, value: SQL): SQL => (column === nino.reglas ? sql`-(${value})` : value);

const columnName = (column: PgColumn) => sql.identifier(column.name);

/** @param rows JSON, a list of `StoredControlSummary` */
const keepOnControls = (rows: SQLChunk, condition = sql`true`) => sql`update ${control} set
    ${columnName(control.ztalla)} = kept.ztalla, ${columnName(control.ultimoDelMes)} = kept."ultimoDelMes"
    from json_to_recordset(${rows}::json) as kept(_id uuid, ztalla numeric, "ultimoDelMes" boolean)
    where ${control._id} = kept._id and ${condition}`;

const [SETS, KEPT_TYPES] = [
  WRITTEN_SUMMARY_COLUMNS.map(
    (name) => sql`${columnName(nino[name])} = ${writtenValue(nino[name], sql`kept.${sql.identifier(name)}`)}`,
  ),
  WRITTEN_SUMMARY_COLUMNS.map((name) => sql`${sql.identifier(name)} ${sql.raw(nino[name].getSQLType())}`),
].map((list) => sql.join(list, sql`, `)) as [SQL, SQL];

export async function writeSummaries(db: Db, summaries: ReadonlyMap<string, HistorySummary>): Promise<void> {
  if (summaries.size === 0) return;
  const children = JSON.stringify([...summaries].map(([_id, { child }]) => ({ _id, ...child })));
  const changed = [...summaries.values()].flatMap((one) => one.changed);
  const onControls =
    changed.length > 0 ? sql`with kept_on_controls as (${keepOnControls(JSON.stringify(changed))})` : sql``;
  await db.execute(sql`${onControls} update ${nino} set ${SETS}
    from json_to_recordset(${children}::json) as kept(_id uuid, ${KEPT_TYPES}) where ${nino._id} = kept._id`);
}

export const preparedControls = (db: Db, condition: SQL) =>
  db.$with('kept_on_controls', {}).as(keepOnControls(sql.placeholder('kept_on_controls'), condition));

export const summaryValues = ({ child }: HistorySummary) =>
  Object.fromEntries(WRITTEN_SUMMARY_COLUMNS.map((name) => [`of_kept_${name}`, child[name]]));

/** @param writing the control that the statement itself writes */
export const controlValues = ({ changed }: HistorySummary, writing?: string) => ({
  kept_on_controls: JSON.stringify(changed.filter(({ _id }) => _id !== writing)),
});
