import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Room } from './disk-space.ts';
import type { Hearing, Listening } from './hearing.ts';

/** The one dialect, whichever engine answers; also what a transaction hands on. */
export type Db = PgDatabase<PgQueryResultHKT>;

export interface Database {
  readonly kind: 'postgres' | 'pglite';
  readonly db: Db;
  /** Rejects when the database does not answer within two seconds; never waits for the connections of requests. */
  ping(): Promise<void>;
  /** Whether there is room on the disk of an embedded database; a PostgreSQL looks after its own. */
  room(): Room;
  /** Hears what is notified on a channel, by this process or another. */
  hear(channel: string, hearing: Hearing): Promise<Listening>;
  /**
   * Applies the migrations of a folder; on PostgreSQL one process at a time.
   * @throws StartupError when the database is of a newer version
   */
  migrate(folder: string): Promise<void>;
  close(): Promise<void>;
}
