import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { dbFault, isUnavailable } from '#server/base/db-errors.ts';
import type { Database, Db, Statements } from './database.ts';
import { rawRows } from './raw-rows.ts';
import { createStanding, MOST_BEHIND_MS } from './replica-standing.ts';

/** How far the log has come, of which cluster. */
interface Mark {
  lsn: string;
  system: string;
}

/** A PostgreSQL, not the embedded database. */
type Pooled = Database & { readonly pool: Statements };
export const isPooled = (database: Database): database is Pooled => database.pool !== undefined;

const SYSTEM = sql`(select system_identifier::text from pg_control_system())`;
const WRITTEN = sql`pg_current_wal_flush_lsn()`;
const MARK = sql`select pg_wal_lsn_diff(${WRITTEN}, '0/0')::text as lsn, ${SYSTEM} as system`;
/** Behind an address that is meant for replicas there may be the main database itself. */
const REPLAYED = sql`
  select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else ${WRITTEN} end, '0/0')::text as lsn,
    ${SYSTEM} as system`;

const QUERY_CANCELED = '57014';

/** What was asked of a replica that went away before it answered. */
class WentAway extends Error {}

/** Whether the main database may do what a replica could not. What took too long here takes too long there. */
const mayDoBetter = (error: unknown): boolean => {
  const fault = dbFault(error);
  return error instanceof WentAway || (fault !== null && fault.code !== QUERY_CANCELED);
};

/** Whether somebody else would meet the same. A conflict with what is being replayed (class 40) is one statement's bad luck. */
const isAway = (error: unknown): boolean => {
  const fault = dbFault(error);
  return fault !== null && isUnavailable(fault) && !fault.code.startsWith('40');
};

/** A replica with which the main database stands behind every read. */
export interface BackedReplica {
  readonly database: Database;
  /** Learns how far the replica has come. @returns why it is not used, or null */
  check(): Promise<string | null>;
}

/**
 * Reads from the replica as long as it answers and is not too far behind, otherwise, and where it fails, from the main database: nobody
 * who reads is told. What is known of it is learnt aside ({@link BackedReplica.check}), never by who reads.
 */
export function backedReplica(main: Pooled, replica: Pooled): BackedReplica {
  const standing = createStanding();
  const underWay = new Set<() => void>();

  const leave = () => {
    standing.away();
    for (const giveUp of underWay) giveUp();
  };

  const untilAway = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const giveUp = () => reject(new WentAway());
      underWay.add(giveUp);
      work.then(resolve, reject).finally(() => underWay.delete(giveUp));
    });

  const either = async <T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> => {
    if (!standing.get().used) return here();
    try {
      return await untilAway(there());
    } catch (error) {
      if (!mayDoBetter(error)) throw error;
      if (isAway(error)) leave();
      return here();
    }
  };

  const query = (...args: unknown[]) =>
    either(
      () => replica.pool.query(...args),
      () => main.pool.query(...args),
    );
  const transaction: Db['transaction'] = (work, config) =>
    either(
      () => replica.db.transaction(work, config),
      () => main.db.transaction(work, config),
    );
  // Drizzle asks nothing else of a pool.
  const db = drizzle({ client: { query } as unknown as pg.Pool });

  return {
    database: {
      ...replica,
      db: Object.assign(db, { transaction }),
      replica: { standing: standing.get, mostBehindMs: MOST_BEHIND_MS },
    },

    async check() {
      const at = performance.now();
      // Without an answer of the main database the replica is as far as it was known to be.
      const [written] = await rawRows<Mark>(main.measured.db, MARK).catch(() => []);
      if (written) standing.mark(at, BigInt(written.lsn));
      const [replayed] = await rawRows<Mark>(replica.measured.db, REPLAYED).catch(() => []);
      if (!replayed) {
        leave();
        replica.pool.cut();
        return 'away';
      }
      if (written && written.system !== replayed.system) {
        leave();
        return 'of another cluster';
      }
      standing.replayed(BigInt(replayed.lsn));
      return standing.get().used ? null : 'behind';
    },
  };
}
