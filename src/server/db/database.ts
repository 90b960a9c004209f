import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Room } from './disk-space.ts';
import type { Hearing, Listening } from './hearing.ts';
import type { ReplicaStanding } from './replica-standing.ts';

/** The one dialect, whichever engine answers; also what a transaction hands on. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** What is measured of a database beside its work. None of it waits for the connections of requests, or long. */
interface Measured {
  /** For short reads; on PostgreSQL a connection of its own, on which nothing takes longer than a second. */
  readonly db: Db;
  /** The connections that requests share, in numbers; null where there is only one. */
  connections(): { total: number; idle: number; waiting: number; most: number } | null;
  /** Bytes that are free on the disk of an embedded database, and below how many nothing more is recorded; null for others. */
  disk(): { free: number; reserve: number } | null;
  /** Its bytes on the disk; null where it has none. Asking costs: seldom. */
  size(): Promise<number | null>;
}

/** Runs single statements, each on any free connection. */
export interface Statements {
  query(...args: unknown[]): Promise<unknown>;
  /** Gives up whatever is under way: nobody waits for it any more, and its connections may never say anything again. */
  cut(): void;
}

export interface Database {
  readonly kind: 'postgres' | 'pglite';
  readonly db: Db;
  /** Rejects when the database does not answer within two seconds; never waits for the connections of requests. */
  ping(): Promise<void>;
  /** Whether there is room on the disk of an embedded database; a PostgreSQL looks after its own. */
  room(): Room;
  readonly measured: Measured;
  /** Hears what is notified on a channel, by this process or another. */
  hear(channel: string, hearing: Hearing): Promise<Listening>;
  /**
   * Applies the migrations of a folder; on PostgreSQL one process at a time.
   * @throws StartupError when the database is of a newer version
   */
  migrate(folder: string): Promise<void>;
  /** PostgreSQL's shared connections themselves. */
  readonly pool?: Statements;
  /** Where reads go to a replica as long as that keeps up. */
  readonly replica?: {
    standing(): ReplicaStanding;
    /** What is read may lack what was written in the last so many milliseconds. */
    readonly mostBehindMs: number;
  };
  close(): Promise<void>;
}
