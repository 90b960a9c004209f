import { type GetColumnData, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

type Columns = Record<string, PgColumn | SQL>;
type RowOf<C extends Columns> = {
  -readonly [N in keyof C]: C[N] extends SQL<infer T> ? T : C[N] extends PgColumn ? GetColumnData<C[N]> : never;
};

/** Rows of a table, in no order, as one JSON value: lists of several tables need one round trip. Select instants as numbers. */
export function jsonRows<C extends Columns>(columns: C, table: PgTable, condition: SQL | undefined): SQL<RowOf<C>[]> {
  const named = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`);
  const rows = sql`select ${sql.join(named, sql`, `)} from ${table} where ${condition}`;
  // Drizzle omits the table's name of a column that stands directly in what is selected, so each one is nested.
  return sql`${sql`coalesce((select json_agg(each) from (${rows}) as each), '[]')`}`;
}
