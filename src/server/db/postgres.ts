import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isReadTimeout } from '#server/base/db-errors.ts';
import { runBackfills } from './backfills.ts';
import { CONFIRMATION_LIMIT_MS, subscribePostgres } from './channel-subscriptions.ts';
import type { Database, Db, PreparedStatements } from './database.ts';
import { isNamedConfig, NamedStatement, type StatementCallback } from './named-statement.ts';
import { buildIndexes, migrateOnline, takeMigrationLock, validateRules } from './online-migrations.ts';
import { rawRows } from './raw-rows.ts';
import { isLostConnection, retryOnLostConnection } from './retry-on-lost-connection.ts';
import { grantToApplication, nameOfRole } from './roles.ts';
import { singleFlight } from './single-flight.ts';
import { openSnapshot } from './snapshot.ts';
import { isUpToDate } from './versions.ts';

const MAX_CONNECTIONS = 20;
const STATEMENT_TIMEOUT_MS = 30_000;
/** PostgreSQL ends a statement earlier; a connection that is silent even longer is given up. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 3_000;
/** The application holds no lock for long: a request that waits longer is told to come back. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 3_000;

/** For how long the application waits for others, in milliseconds. */
export interface Patience {
  /** For a lock. */
  readonly lockMs: number;
  /** For a free connection, or a new one. */
  readonly connectionMs: number;
  /** For the other processes to confirm that they know of an ended session. */
  readonly confirmationMs: number;
}
const PATIENCE: Patience = {
  lockMs: LOCK_TIMEOUT_MS,
  connectionMs: CONNECT_TIMEOUT_MS,
  confirmationMs: CONFIRMATION_LIMIT_MS,
};

const PING_CONNECT_MS = 1_000;
export const PING_QUERY_MS = 800;
/** A measurement gives up before it blocks anything. */
const MEASURING = { statement_timeout: 1_000, lock_timeout: 300, query_timeout: 1_200 };

/** Closes a connection after a missing answer: the rollback that follows would wait as long again. */
function closeOnTimeout(client: pg.PoolClient): void {
  const ask = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args);
  const end = () => (client as pg.PoolClient & pg.Client).end().catch(() => {});
  const query = (...args: unknown[]) => {
    const [config, values, callback] = args;
    // The pool passes a callback. In a transaction there is none, and statements have no name.
    if (isNamedConfig(config) && Array.isArray(values) && typeof callback === 'function')
      return ask(new NamedStatement(config, values, callback as StatementCallback));
    const answer = ask(...args);
    if (answer instanceof Promise) answer.catch((error) => (isReadTimeout(error) ? end() : undefined));
    return answer;
  };
  Object.assign(client, { query });
}

/** A broken connection is an error of the request that uses it, and of no other. */
function openPool(options: pg.PoolConfig, onConnectionLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, application_name: 'libreta', idleTimeoutMillis: 30_000, ...options });
  pool.on('error', onConnectionLost);
  // The pool listens only to idle connections: one that breaks inside a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    closeOnTimeout(client);
  });
  return pool;
}

const isRead = (query: unknown) => /^\s*select\b/i.test((query as { text?: string }).text ?? '');

function createCut(pool: pg.Pool): () => void {
  const busy = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_error, client) => busy.delete(client));
  return () => {
    // While an answer is pending, `end` destroys the socket.
    for (const client of busy) void (client as unknown as pg.Client).end().catch(() => {});
  };
}

function repeatingReads(pool: pg.Pool): pg.Pool & PreparedStatements {
  const once = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const query = (...args: unknown[]) =>
    retryOnLostConnection(
      () => once(...args),
      () => isRead(args[0]),
    );
  return Object.assign(pool, { query, cut: createCut(pool) });
}

/** Drizzle never releases a connection on which `begin` failed; here it is released, and the transaction begins on another one. */
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
        if (isLostConnection(error)) broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    };
    return retryOnLostConnection(attempt, () => !begun);
  };
}

interface PostgresOptions {
  onConnectionLost?: ((error: Error) => void) | undefined;
  ownerUrl?: string | undefined;
  directUrl?: string | undefined;
  silenceMs?: number | undefined;
  patience?: Partial<Patience> | undefined;
}

export function openPostgres(url: string, options: PostgresOptions = {}): Database & { pool: PreparedStatements } {
  const { onConnectionLost = () => {}, ownerUrl, directUrl = url, silenceMs = ANSWER_TIMEOUT_MS } = options;
  const { lockMs, connectionMs, confirmationMs } = { ...PATIENCE, ...options.patience };
  const pool = openPool(
    {
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: connectionMs,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: silenceMs,
      lock_timeout: lockMs,
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
      // Stays open: a busy machine takes longer to open one than a ping may.
      idleTimeoutMillis: 0,
    },
    () => {},
  );
  const measuringPool = openPool(
    {
      ...{ connectionString: url, max: 1, connectionTimeoutMillis: PING_CONNECT_MS, ...MEASURING },
      application_name: 'libreta-metricas',
    },
    () => {},
  );
  const repeating = repeatingReads(pool);
  const db = drizzle(repeating);
  const measuring = drizzle(measuringPool);
  return {
    kind: 'postgres',
    db: Object.assign(db, { transaction: transactionsOf(pool) }),
    pool: repeating,
    room: () => 'enough',
    measured: {
      db: measuring,
      connections: () => ({
        ...{ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
        most: MAX_CONNECTIONS,
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
    openSnapshot: () => openSnapshot(url),
    subscribe: async (channel, hearing) => subscribePostgres(directUrl, channel, hearing, confirmationMs),
    ping: singleFlight(async () => {
      await probe.query('select 1');
    }),
    migrate: async (folder) => {
      // A connection of its own: waiting for another process's migration must not hit the timeouts.
      const client = new pg.Client({
        connectionString: ownerUrl ?? directUrl,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        application_name: 'libreta-migracion',
      });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('set statement_timeout = 0');
        await takeMigrationLock(client);
        const migrating = drizzle(client);
        if (!(await isUpToDate(migrating, folder))) await migrateOnline(client, folder);
        await runBackfills(client);
        await buildIndexes(client, folder);
        await validateRules(client);
        if (ownerUrl !== undefined && ownerUrl !== url) await grantToApplication(migrating, await nameOfRole(db));
      } finally {
        await client.end().catch(() => {});
      }
    },
    close: async () => {
      await Promise.all([pool.end(), probe.end(), measuringPool.end()]);
    },
  };
}
