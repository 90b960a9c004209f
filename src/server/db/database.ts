import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { ChannelListener, ChannelSubscription } from './channel-subscriptions.ts';
import type { Room } from './disk-space.ts';
import type { ReplicaState } from './replica-state.ts';

export type Db = PgDatabase<PgQueryResultHKT>;

/** None of these measurements waits for the connections of requests. */
interface Measurements {
  /** For short reads: on PostgreSQL a separate connection with a time limit of one second. */
  readonly db: Db;
  connections(): { total: number; idle: number; waiting: number; most: number } | null;
  /** Free bytes on the disk of an embedded database, and the least that writes need; null for others. */
  disk(): { free: number; reserve: number } | null;
  /** Bytes on the disk, null without one; expensive. */
  size(): Promise<number | null>;
}

export interface PreparedStatements {
  query(...args: unknown[]): Promise<unknown>;
  /** Closes all connections, which may never answer again. */
  cut(): void;
}

/** A connection of its own that reads everything as it was at one moment. */
export interface OpenSnapshot {
  readonly db: Db;
  /** Every change that the snapshot lacks is of a later time, so that the changes after this moment complete it. */
  readonly moment: Date;
  close(): Promise<void>;
}

export interface Database {
  readonly kind: 'postgres' | 'pglite';
  readonly db: Db;
  /** Rejects if no answer comes within two seconds; does not wait for the connections of requests. */
  ping(): Promise<void>;
  room(): Room;
  readonly measured: Measurements;
  subscribe(channel: string, hearing: ChannelListener): Promise<ChannelSubscription>;
  migrate(folder: string): Promise<void>;
  /** Not on PGlite, which has one connection. */
  openSnapshot?(): Promise<OpenSnapshot>;
  readonly pool?: PreparedStatements;
  readonly replica?: {
    standing(): ReplicaState;
    /** Reads may lack what was written in the last so many milliseconds. */
    readonly mostBehindMs: number;
  };
  close(): Promise<void>;
}

/** All statements of the transaction see one moment, and none writes. */
export const ONE_SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
