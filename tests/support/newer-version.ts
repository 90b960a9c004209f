import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** What a newer program leaves in a database: a migration that this one does not know. */
export async function markAsNewer(db: Db): Promise<void> {
  const inAYear = Date.now() + 365 * 86_400_000;
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${inAYear})`);
}
