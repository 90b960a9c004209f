import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { rawRows } from './raw-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const named = (columns: readonly PgColumn[], prefix = '') =>
  sql.join(
    columns.map(({ name }) => sql`${sql.raw(prefix)}${sql.identifier(name)}`),
    sql`, `,
  );

/** Rows as a source with typed columns: one parameter, however many they are. */
const source = (columns: readonly (readonly [string, PgColumn])[], rows: readonly Row[]) => {
  const json = rows.map((row, place) => {
    const own = Object.fromEntries(columns.map(([name, column]) => [column.name, row[name] ?? null]));
    return { ...own, place };
  });
  const types = columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`);
  return sql`json_to_recordset(${JSON.stringify(json)}::json) as sent(place int, ${sql.join(types, sql`, `)})`;
};

function columnsOf(table: PgTable, names: readonly string[]) {
  const columns = getTableColumns(table);
  return names.map((name) => {
    const column = columns[name];
    if (!column) throw new Error(`no column ${name}`);
    return [name, column] as const;
  });
}

/** Inserts rows in one statement, in their order. All have the same properties. */
export async function insertMany(db: Db, table: PgTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = columnsOf(table, Object.keys(first));
  const list = columns.map(([, column]) => column);
  await db.execute(
    sql`insert into ${table} (${named(list)}) select ${named(list, 'sent.')} from ${source(columns, rows)} order by sent.place`,
  );
}

/** Updates rows by `_id` in one statement. @param more assignments that are the same for all @returns the ids of those that existed */
export async function updateMany(
  db: Db,
  table: PgTable & { _id: PgColumn },
  rows: readonly Row[],
  { more = [], where = sql`true` }: { more?: readonly SQL[]; where?: SQL } = {},
): Promise<string[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = columnsOf(table, Object.keys(first));
  const sets = columns
    .filter(([name]) => name !== '_id')
    .map(([, { name }]) => sql`${sql.identifier(name)} = sent.${sql.identifier(name)}`);
  const updated = await rawRows<{ _id: string }>(
    db,
    sql`update ${table} set ${sql.join([...sets, ...more], sql`, `)} from ${source(columns, rows)}
      where ${table}._id = sent._id and ${where} returning ${table}._id`,
  );
  return updated.map(({ _id }) => _id);
}
