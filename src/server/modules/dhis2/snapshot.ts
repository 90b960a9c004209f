import type { Database, Db } from '#server/db/connect.ts';
import { ONE_SNAPSHOT } from '#server/db/database.ts';

/**
 * Reads in one snapshot on PostgreSQL. The embedded database has one connection, which a transaction would take from everybody else, so
 * there each statement has its own snapshot.
 */
export const inSnapshot = <T>({ db, kind }: Database, read: (db: Db) => Promise<T>): Promise<T> =>
  kind === 'postgres' ? db.transaction(read, ONE_SNAPSHOT) : read(db);
