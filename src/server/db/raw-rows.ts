import type { SQL } from 'drizzle-orm';
import type { Db } from './database.ts';

export async function rawRows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as { rows: Row[] };
  return rows;
}
