import type { SQL } from 'drizzle-orm';
import type { Db } from './database.ts';

/** The rows of a statement that no table's columns describe: every value as the driver of either engine gives it. */
export async function rawRows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as { rows: Row[] };
  return rows;
}
