import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** Fills tables by one statement, for which a busy machine may need longer than the application lets any of its own take. */
export const seed = (db: Db, statement: SQL): Promise<void> =>
  db.transaction(async (inside) => {
    await inside.execute(sql`set local statement_timeout = 0`);
    await inside.execute(statement);
  });
