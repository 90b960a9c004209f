import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { OpenSnapshot } from './database.ts';
import { rawRows } from './raw-rows.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** Longer than any pause of a reader, so that only the connection of a process that hangs is ended. */
const IDLE_TIMEOUT_MS = 120_000;
const STATEMENT_TIMEOUT_MS = 120_000;

/** Before the oldest transaction that still runs: what it commits after the snapshot bears a later time. */
const MOMENT = sql`select (extract(epoch from date_trunc('milliseconds', least(clock_timestamp(), min(xact_start)))) * 1000)::float8 as ms
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** Reads in one snapshot on a connection of its own, which blocks no writer. */
export async function openSnapshot(url: string): Promise<OpenSnapshot> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'libreta-exportacion',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection that breaks is an error of the statement that uses it.
  client.on('error', () => {});
  const close = () => client.end().catch(() => {});
  try {
    await client.connect();
    const db = drizzle(client);
    // Before the snapshot: a transaction that ends in between is in the snapshot.
    const [row] = await rawRows<{ ms: number }>(db, MOMENT);
    await db.execute(sql`begin isolation level repeatable read, read only`);
    // The first statement takes the snapshot.
    await db.execute(sql`select 1`);
    return { db, moment: new Date(row?.ms ?? 0), close };
  } catch (error) {
    await close();
    throw error;
  }
}
