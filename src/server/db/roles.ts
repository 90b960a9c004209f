import { getTableName, sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { journal, journalSeal } from './journal-tables.ts';
import { rawRows } from './raw-rows.ts';

/** Only read and added to, whatever somebody makes the application say. */
const ADDED_TO = [journal, journalSeal].map(getTableName);

/** As whom a connection signs in. */
export async function nameOfRole(db: Db): Promise<string> {
  const [row] = await rawRows<{ name: string }>(db, sql`select current_user as name`);
  if (!row) throw new Error('A connection has no role');
  return row.name;
}

/** What the application's own role may do, said anew after each migration by the role that owns everything. */
export async function grantToApplication(owner: Db, role: string): Promise<void> {
  if (role === (await nameOfRole(owner))) return;
  const to = sql.identifier(role);
  await owner.transaction(async (inside) => {
    await inside.execute(sql`grant usage on schema public, drizzle to ${to}`);
    // So that a process without the owner's address can tell that nothing is left to migrate.
    await inside.execute(sql`grant select on all tables in schema drizzle to ${to}`);
    await inside.execute(sql`grant select, insert, update, delete on all tables in schema public to ${to}`);
    for (const table of ADDED_TO)
      await inside.execute(sql`revoke update, delete, truncate on ${sql.identifier(table)} from ${to}`);
    // Whether the journal was ever written to is known from its numbers alone, once it is empty.
    await inside.execute(sql`grant select on sequence journal_seq_seq to ${to}`);
    await inside.execute(sql`revoke all on function journal_erase(uuid) from public`);
    await inside.execute(sql`grant execute on function journal_erase(uuid) to ${to}`);
  });
}
