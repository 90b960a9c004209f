import { type SQL, sql } from 'drizzle-orm';

/** Of the rows that are read, those for which a condition holds; without one, all. */
export const howMany = (condition: SQL | undefined) =>
  sql<number>`count(*) filter (where ${condition ?? sql`true`})`.mapWith(Number);

/** @throws Error when there is none; what counts without groups always answers one row */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A count answered nothing');
  return row;
}
