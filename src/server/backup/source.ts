import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Config, sessionUrlOf } from '#server/base/config.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { EXTENSIONS, openDatabase } from '#server/db/connect.ts';
import { clientOf } from '#server/db/embedded.ts';
import { requestSnapshot } from './snapshot-socket.ts';
import { readEmbedded, readPostgres, type TableReader } from './table-reader.ts';

export interface CopySource {
  readonly reader: TableReader;
  readonly lost?: AbortSignal;
}

export async function stoppedSource(dataDir: string): Promise<CopySource> {
  if (!existsSync(join(dataDir, 'pg')))
    throw new StartupError(`En ${dataDir} no hay una base de datos: di cuál con DATA_DIR o DATABASE_URL.`);
  const database = await openDatabase({ dataDir });
  return { reader: await readEmbedded(clientOf(database), database.close) };
}

async function embeddedSource(dataDir: string): Promise<CopySource> {
  const snapshot = await requestSnapshot(dataDir);
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

/** @param alone only if no other process makes a scheduled copy @returns null if one does */
export async function openSource(config: Config, alone: boolean): Promise<CopySource | null> {
  const url = sessionUrlOf(config);
  if (!url) return embeddedSource(config.DATA_DIR);
  const reader = await readPostgres(url, alone);
  return reader && { reader };
}
