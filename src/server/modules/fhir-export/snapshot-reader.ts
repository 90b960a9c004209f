import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/connect.ts';
import { ONE_SNAPSHOT } from '#server/db/database.ts';
import { rawRows } from '#server/db/raw-rows.ts';

const NOW = sql`select (extract(epoch from date_trunc('milliseconds', clock_timestamp())) * 1000)::float8 as ms`;

/** Reads what an export holds. */
export interface SnapshotReader {
  /** What changed after it may be missing, or may be there; what changed before is there. */
  readonly moment: Date;
  /** Reads as of one moment: on PostgreSQL the same for all reads, on PGlite one for each. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * One snapshot for the whole export. PGlite has one connection, and a snapshot would keep it from every request for minutes: there each
 * batch of booklets is read in a snapshot of its own, so that each booklet is whole, in its state of the moment or a later one.
 */
export async function openReader({ db, openSnapshot }: Database): Promise<SnapshotReader> {
  if (openSnapshot) {
    const { db: inside, moment, close } = await openSnapshot();
    return { moment, read: (work) => work(inside), close };
  }
  const [row] = await rawRows<{ ms: number }>(db, NOW);
  return {
    moment: new Date(row?.ms ?? 0),
    read: (work) => db.transaction(work, ONE_SNAPSHOT),
    close: async () => {},
  };
}
