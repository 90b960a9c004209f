import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Config } from '#server/base/config.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { EXTENSIONS, openDatabase } from '#server/db/connect.ts';
import { clientOf } from '#server/db/embedded.ts';
import { askForSnapshot } from './snapshot-socket.ts';
import { readEmbedded, readPostgres, type TableReader } from './table-reader.ts';

/** Where a copy is read from, and what ends it before its time. */
export interface Source {
  readonly reader: TableReader;
  readonly lost?: AbortSignal;
}

/** The embedded database of a folder that no server has, for this process alone. @throws StartupError when there is none, or a server has it */
export async function stoppedSource(dataDir: string): Promise<Source> {
  if (!existsSync(join(dataDir, 'pg')))
    throw new StartupError(`En ${dataDir} no hay una base de datos: di cuál con DATA_DIR o DATABASE_URL.`);
  const database = await openDatabase({ dataDir });
  return { reader: await readEmbedded(clientOf(database), database.close) };
}

async function embeddedSource(dataDir: string): Promise<Source> {
  const snapshot = await askForSnapshot(dataDir);
  if (!snapshot) return stoppedSource(dataDir);
  const { folder, lost, giveBack } = snapshot;
  try {
    const client = new PGlite(folder, { extensions: EXTENSIONS });
    await client.waitReady;
    const reader = await readEmbedded(client, async () => {
      await client.close().finally(giveBack);
    });
    return { reader, lost };
  } catch (error) {
    giveBack();
    lost.throwIfAborted();
    throw error;
  }
}

/**
 * The database that the configuration names, running or not.
 * @param alone only unless another process makes a scheduled copy
 * @returns null when another one does
 */
export async function openSource(config: Config, alone: boolean): Promise<Source | null> {
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl = url, DATA_DIR: dataDir } = config;
  if (!ownerUrl) return embeddedSource(dataDir);
  const reader = await readPostgres(ownerUrl, alone);
  return reader && { reader };
}
