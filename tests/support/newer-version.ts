import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** Adds an unknown migration, as a newer program would. */
export async function markAsNewer(db: Db): Promise<void> {
  const inAYear = Date.now() + 365 * 86_400_000;
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${inAYear})`);
}
