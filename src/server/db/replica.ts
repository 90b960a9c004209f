import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { dbFault, isUnavailable } from '#server/base/db-errors.ts';
import type { Database, Db, PreparedStatements } from './database.ts';
import { rawRows } from './raw-rows.ts';
import { createReplicaState, MAX_LAG_MS } from './replica-state.ts';

interface Mark {
  lsn: string;
  system: string;
}

type Pooled = Database & { readonly pool: PreparedStatements };
export const isPooled = (database: Database): database is Pooled => database.pool !== undefined;

const SYSTEM = sql`(select system_identifier::text from pg_control_system())`;
const WRITTEN = sql`pg_current_wal_flush_lsn()`;
const MARK = sql`select pg_wal_lsn_diff(${WRITTEN}, '0/0')::text as lsn, ${SYSTEM} as system`;
/** An address for replicas may lead to the main database itself. */
const REPLAYED = sql`
  select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else ${WRITTEN} end, '0/0')::text as lsn,
    ${SYSTEM} as system`;

const QUERY_CANCELED = '57014';

class ReplicaUnavailable extends Error {}

/** Whether the main database may succeed; a statement that took too long would take too long there as well. */
const mainMaySucceed = (error: unknown): boolean => {
  const fault = dbFault(error);
  return error instanceof ReplicaUnavailable || (fault !== null && fault.code !== QUERY_CANCELED);
};

/** Whether other statements would fail too; a conflict with the replay (class 40) concerns one statement. */
const isAway = (error: unknown): boolean => {
  const fault = dbFault(error);
  return fault !== null && isUnavailable(fault) && !fault.code.startsWith('40');
};

export interface BackedReplica {
  readonly database: Database;
  check(): Promise<string | null>;
}

/** Reads from the replica while it is usable, otherwise and after a failure from the main database. Only `check` learns its state. */
export function backedReplica(main: Pooled, replica: Pooled): BackedReplica {
  const standing = createReplicaState();
  const pendingReads = new Set<() => void>();

  const markAway = () => {
    standing.away();
    for (const giveUp of pendingReads) giveUp();
  };

  const untilAway = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const giveUp = () => reject(new ReplicaUnavailable());
      pendingReads.add(giveUp);
      work.then(resolve, reject).finally(() => pendingReads.delete(giveUp));
    });

  const withFallback = async <T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> => {
    if (!standing.get().used) return here();
    try {
      return await untilAway(there());
    } catch (error) {
      if (!mainMaySucceed(error)) throw error;
      if (isAway(error)) markAway();
      return here();
    }
  };

  const query = (...args: unknown[]) =>
    withFallback(
      () => replica.pool.query(...args),
      () => main.pool.query(...args),
    );
  const transaction: Db['transaction'] = (work, config) =>
    withFallback(
      () => replica.db.transaction(work, config),
      () => main.db.transaction(work, config),
    );
  // Drizzle uses nothing else of a pool.
  const db = drizzle({ client: { query } as unknown as pg.Pool });

  return {
    database: {
      ...replica,
      db: Object.assign(db, { transaction }),
      replica: { standing: standing.get, mostBehindMs: MAX_LAG_MS },
    },

    async check() {
      const at = performance.now();
      // Without an answer of the main database the last mark counts.
      const [written] = await rawRows<Mark>(main.measured.db, MARK).catch(() => []);
      if (written) standing.mark(at, BigInt(written.lsn));
      const [replayed] = await rawRows<Mark>(replica.measured.db, REPLAYED).catch(() => []);
      if (!replayed) {
        markAway();
        replica.pool.cut();
        return 'away';
      }
      if (written && written.system !== replayed.system) {
        markAway();
        return 'of another cluster';
      }
      standing.replayed(BigInt(replayed.lsn));
      return standing.get().used ? null : 'behind';
    },
  };
}
