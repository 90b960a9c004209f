import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, Db } from './database.ts';
import { hearPostgres } from './hearing.ts';
import { lost, onLivingConnection } from './living-connection.ts';
import { rawRows } from './raw-rows.ts';
import { grantToApplication, nameOfRole } from './roles.ts';
import { shared } from './shared.ts';
import { isUpToDate } from './versions.ts';

/** Chosen once, never changed: two processes that migrate must name the same lock. */
export const MIGRATION_LOCK = 7_236_114_203;
const MOST_CONNECTIONS = 20;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Nothing of ours holds a lock for long: who waits longer than this for one is told to come back. */
const LOCK_TIMEOUT_MS = 2_000;
/** How long a request waits for a connection, a new one or one that another request gives back. */
const CONNECT_TIMEOUT_MS = 3_000;
/** A ping answers within two seconds, whatever the database does. */
const PING_CONNECT_MS = 1_000;
const PING_QUERY_MS = 800;
/** What is only measured gives up before anybody waits for it, and before it waits for anybody's lock. */
const MEASURING = { statement_timeout: 1_000, lock_timeout: 300, query_timeout: 1_200 };

/** A pool in which a broken connection is an error of the request that uses it, and of nobody else. */
function openPool(options: pg.PoolConfig, onConnectionLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, application_name: 'libreta', idleTimeoutMillis: 30_000, ...options });
  pool.on('error', onConnectionLost);
  // The pool listens to a connection only while nobody has it: one that breaks inside a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const isRead = (query: unknown) => /^\s*select\b/i.test((query as { text?: string }).text ?? '');

/** Reads of one statement go on by themselves on another connection. */
function repeatingReads(pool: pg.Pool): pg.Pool {
  const once = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const query = (...args: unknown[]) =>
    onLivingConnection(
      () => once(...args),
      () => isRead(args[0]),
    );
  return Object.assign(pool, { query });
}

/**
 * Drizzle's own transaction never gives back a connection on which `begin` failed; here every connection is given back,
 * a broken one to be thrown away, and a transaction that could not begin begins on another one.
 */
function transactionsOf(pool: pg.Pool): Db['transaction'] {
  return (work, config) => {
    let begun = false;
    const attempt = async () => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        return await drizzle(client).transaction((transaction) => {
          begun = true;
          return work(transaction);
        }, config);
      } catch (error) {
        if (lost(error)) broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    };
    return onLivingConnection(attempt, () => !begun);
  };
}

/**
 * @param onConnectionLost told when an idle connection breaks; the pool opens another by itself
 * @param ownerUrl as whom to migrate; the application itself unless told
 */
export function openPostgres(url: string, onConnectionLost: (error: Error) => void, ownerUrl = url): Database {
  const pool = openPool(
    {
      connectionString: url,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    },
    onConnectionLost,
  );
  const probe = openPool(
    {
      connectionString: url,
      max: 1,
      connectionTimeoutMillis: PING_CONNECT_MS,
      query_timeout: PING_QUERY_MS,
      application_name: 'libreta-salud',
      // It stays open: a busy machine takes longer to open one than a ping may.
      idleTimeoutMillis: 0,
    },
    () => {},
  );
  const aside = openPool(
    {
      ...{ connectionString: url, max: 1, connectionTimeoutMillis: PING_CONNECT_MS, ...MEASURING },
      application_name: 'libreta-metricas',
    },
    () => {},
  );
  const db = drizzle(repeatingReads(pool));
  const measuring = drizzle(aside);
  return {
    kind: 'postgres',
    db: Object.assign(db, { transaction: transactionsOf(pool) }),
    room: () => 'enough',
    measured: {
      db: measuring,
      connections: () => ({
        ...{ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
        most: MOST_CONNECTIONS,
      }),
      disk: () => null,
      size: async () => {
        const [row] = await rawRows<{ bytes: string }>(
          measuring,
          sql`select pg_database_size(current_database())::text as bytes`,
        );
        return row ? Number(row.bytes) : null;
      },
    },
    hear: async (channel, hearing) => hearPostgres(url, channel, hearing),
    ping: shared(async () => {
      await probe.query('select 1');
    }),
    migrate: async (folder) => {
      // A connection of its own: waiting for another process's migration must not hit the timeouts.
      const client = new pg.Client({
        connectionString: ownerUrl,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        application_name: 'libreta-migracion',
      });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
        const migrating = drizzle(client);
        if (!(await isUpToDate(migrating, folder))) await migrate(migrating, { migrationsFolder: folder });
        if (ownerUrl !== url) await grantToApplication(migrating, await nameOfRole(db));
      } finally {
        await client.end().catch(() => {});
      }
    },
    close: async () => {
      await Promise.all([pool.end(), probe.end(), aside.end()]);
    },
  };
}
