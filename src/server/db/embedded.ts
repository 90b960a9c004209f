import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { subscribePglite } from './channel-subscriptions.ts';
import { prepareDataDir, secureDataDir } from './data-dir.ts';
import { lockDataDir } from './data-lock.ts';
import type { Database } from './database.ts';
import { type DiskSpace, watchDiskSpace } from './disk-space.ts';
import { DurableNodeFS } from './durable-fs.ts';
import { folderSize } from './folder-size.ts';
import { singleFlight } from './single-flight.ts';
import { isUpToDate } from './versions.ts';

/** Extensions that migrations create; PGlite needs them when it opens. */
export const EXTENSIONS = { pg_trgm };

export const PING_LIMIT_MS = 1_800;

function startParameters(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((flag) => flag !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
  ];
}

interface Place {
  folder: string;
  disk: DiskSpace;
  release(): void;
}

export async function openPglite(client: PGlite, place?: Place): Promise<Database> {
  await client.waitReady;
  const db = drizzle(client);
  const answer = singleFlight(() => client.query('select 1'));
  return {
    kind: 'pglite',
    db,
    room: () => place?.disk.room() ?? 'enough',
    measured: {
      db,
      connections: () => null,
      disk: () => place?.disk.measured() ?? null,
      size: async () => (place ? folderSize(place.folder) : null),
    },
    subscribe: (channel, hearing) => subscribePglite(client, channel, hearing),
    ping: async () => {
      const timedOut = wait(PING_LIMIT_MS, undefined, { ref: false }).then(() => {
        throw new Error('The embedded database is busy');
      });
      await Promise.race([answer(), timedOut]);
    },
    migrate: async (folder) => {
      if (!(await isUpToDate(db, folder))) await migrate(db, { migrationsFolder: folder });
    },
    close: async () => {
      await client.close();
      place?.release();
    },
  };
}

/** PGlite itself, for COPY and exclusive access, which Drizzle does not offer. */
export function clientOf({ db }: Database): PGlite {
  const { $client } = db as Database['db'] & { readonly $client: PGlite };
  return $client;
}

export const openInMemory = () => openPglite(new PGlite({ extensions: EXTENSIONS }));

/** Two processes that write one database destroy it, so the one that notices ends at once. */
function endBecauseTaken(): void {
  console.error('Otro proceso tomó la base de datos de DATA_DIR: la Libreta termina.');
  process.exit(1);
}

/** @param reserve free bytes below which nothing is recorded @throws StartupError if the directory cannot be used */
export async function openEmbedded(dataDir: string, reserve: number): Promise<Database> {
  prepareDataDir(dataDir);
  const release = lockDataDir(dataDir, endBecauseTaken);
  try {
    const disk = watchDiskSpace({ dataDir, reserve });
    const folder = join(dataDir, 'pg');
    const fs = new DurableNodeFS(folder, disk);
    const client = new PGlite({ fs, extensions: EXTENSIONS, startParams: startParameters() });
    const database = await openPglite(client, { folder, disk, release });
    // A program of its own makes a new database, with wider permissions.
    secureDataDir(dataDir);
    return database;
  } catch (error) {
    release();
    throw error;
  }
}
