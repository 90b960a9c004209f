import { type GetColumnData, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

type Columns = Record<string, PgColumn | SQL>;
type RowOf<C extends Columns> = {
  -readonly [N in keyof C]: C[N] extends SQL<infer T> ? T : C[N] extends PgColumn ? GetColumnData<C[N]> : never;
};

/**
 * The rows of a table, in no order, as one value of a statement that reads other things as well: lists of different tables come
 * in one round trip. JSON has no instants: a column of them is asked for as a number.
 */
export function jsonRows<C extends Columns>(columns: C, table: PgTable, condition: SQL | undefined): SQL<RowOf<C>[]> {
  const named = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`);
  const rows = sql`select ${sql.join(named, sql`, `)} from ${table} where ${condition}`;
  // Drizzle takes the table's name from a column that stands directly in what it selects: here each stands deeper.
  return sql`${sql`coalesce((select json_agg(each) from (${rows}) as each), '[]')`}`;
}
