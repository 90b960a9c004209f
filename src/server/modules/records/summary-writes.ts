import { type SQL, type SQLChunk, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connect.ts';
import { control, nino } from '#server/db/schema.ts';
import { STORED_ON_CONTROL } from './child-history.ts';
import { type HistorySummary, WRITTEN_SUMMARY_COLUMNS } from './child-summary.ts';

/** `reglas` is written negative, by which the database tells programs that know the column from older ones. */
export const writtenValue = (column: PgColumn, value: SQL): SQL => (column === nino.reglas ? sql`-(${value})` : value);

const columnName = (column: PgColumn) => sql.identifier(column.name);

const keptValue = (name: string) => sql`kept.${sql.identifier(name)}`;
const joined = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
const keptType = (name: string, column: PgColumn) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`;

const SETS = joined(
  WRITTEN_SUMMARY_COLUMNS.map((name) => sql`${columnName(nino[name])} = ${writtenValue(nino[name], keptValue(name))}`),
);
const KEPT_TYPES = joined(WRITTEN_SUMMARY_COLUMNS.map((name) => keptType(name, nino[name])));
const CONTROL_SETS = joined(STORED_ON_CONTROL.map((name) => sql`${columnName(control[name])} = ${keptValue(name)}`));
const CONTROL_TYPES = joined(STORED_ON_CONTROL.map((name) => keptType(name, control[name])));

/** @param rows JSON, a list of `StoredControlSummary` */
const keepOnControls = (rows: SQLChunk, condition = sql`true`) => sql`update ${control} set ${CONTROL_SETS}
    from json_to_recordset(${rows}::json) as kept(_id uuid, ${CONTROL_TYPES})
    where ${control._id} = kept._id and ${condition}`;

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
