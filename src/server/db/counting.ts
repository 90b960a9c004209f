import { type SQL, sql } from 'drizzle-orm';

export const countWhere = (condition: SQL | undefined) =>
  sql<number>`count(*) filter (where ${condition ?? sql`true`})`.mapWith(Number);

/** @throws Error if there is none; an aggregate without groups always returns one row */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A count answered nothing');
  return row;
}
