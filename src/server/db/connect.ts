import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { lockDataDir, prepareDataDir } from './data-dir.ts';
import { DurableNodeFS } from './durable-fs.ts';

/** The one dialect, whichever engine answers; also what a transaction hands on. */
export type Db = PgDatabase<PgQueryResultHKT>;

export interface Database {
  readonly kind: 'postgres' | 'pglite';
  readonly db: Db;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  /** Applies the migrations of a folder; on PostgreSQL one process at a time. */
  migrate(folder: string): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL; without it the embedded database. */
  url?: string | undefined;
  dataDir?: string | undefined;
  /** An embedded database that lives only as long as the process. */
  memory?: boolean | undefined;
  /** An embedded database that somebody else opened. */
  pglite?: PGlite | undefined;
  /** Told when an idle PostgreSQL connection breaks; the pool opens another by itself. */
  onConnectionLost?: ((error: Error) => void) | undefined;
}

/** Chosen once, never changed: two processes that migrate must name the same lock. */
const MIGRATION_LOCK = 7_236_114_203;
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

function openPostgres(url: string, onConnectionLost: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'libreta',
  });
  pool.on('error', onConnectionLost);
  return {
    kind: 'postgres',
    db: drizzlePg(pool) as unknown as Db,
    ping: async () => {
      await pool.query('select 1');
    },
    migrate: async (folder) => {
      // A connection of its own: waiting for another process's migration must not hit the statement timeout.
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      await client.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
        await migratePg(drizzlePg(client), { migrationsFolder: folder });
      } finally {
        await client.end();
      }
    },
    close: () => pool.end(),
  };
}

function startParameters(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((flag) => flag !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
  ];
}

async function openEmbedded(client: PGlite, release: () => void): Promise<Database> {
  await client.waitReady;
  const db = drizzlePglite(client);
  return {
    kind: 'pglite',
    db: db as unknown as Db,
    ping: async () => {
      await db.execute(sql`select 1`);
    },
    migrate: (folder) => migratePglite(db, { migrationsFolder: folder }),
    close: async () => {
      await client.close();
      release();
    },
  };
}

/** Extensions that the migrations create; PGlite must be told of them when it opens. */
export const EXTENSIONS = { pg_trgm };

/**
 * Opens the database; nothing is created in it yet.
 * @throws StartupError when the data directory cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) return openPostgres(options.url, options.onConnectionLost ?? (() => {}));
  if (options.pglite) return openEmbedded(options.pglite, () => {});
  if (options.memory || !options.dataDir) return openEmbedded(new PGlite({ extensions: EXTENSIONS }), () => {});
  prepareDataDir(options.dataDir);
  const release = lockDataDir(options.dataDir);
  try {
    const fs = new DurableNodeFS(join(options.dataDir, 'pg'));
    return await openEmbedded(new PGlite({ fs, extensions: EXTENSIONS, startParams: startParameters() }), release);
  } catch (error) {
    release();
    throw error;
  }
}
