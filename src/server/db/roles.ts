import { getTableName, sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { journal, journalSeal } from './journal-tables.ts';
import { rawRows } from './raw-rows.ts';

/** Append-only, even if the application is compromised. */
const APPEND_ONLY = [journal, journalSeal].map(getTableName);

export async function nameOfRole(db: Db): Promise<string> {
  const [row] = await rawRows<{ name: string }>(db, sql`select current_user as name`);
  if (!row) throw new Error('A connection has no role');
  return row.name;
}

export async function grantToApplication(owner: Db, role: string): Promise<void> {
  if (role === (await nameOfRole(owner))) return;
  const to = sql.identifier(role);
  await owner.transaction(async (transaction) => {
    await transaction.execute(sql`grant usage on schema public, drizzle to ${to}`);
    // Lets a process without the owner's address see that nothing is left to migrate.
    await transaction.execute(sql`grant select on all tables in schema drizzle to ${to}`);
    await transaction.execute(sql`grant select, insert, update, delete on all tables in schema public to ${to}`);
    for (const table of APPEND_ONLY)
      await transaction.execute(sql`revoke update, delete, truncate on ${sql.identifier(table)} from ${to}`);
    // Once the journal is empty, only its sequence shows whether it was ever written.
    await transaction.execute(sql`grant select on sequence journal_seq_seq to ${to}`);
    await transaction.execute(sql`revoke all on function journal_erase(uuid) from public`);
    await transaction.execute(sql`grant execute on function journal_erase(uuid) to ${to}`);
  });
}
