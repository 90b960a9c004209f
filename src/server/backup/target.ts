import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, sessionUrlOf } from '#server/base/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { type Loader, openLoader, postgresLoader } from '#server/loading/loader.ts';
import { abortOnSignals, explainDatabaseErrors } from './explain-errors.ts';
import type { OpenedCopy } from './read-copy.ts';
import { type Restoration, restoreCopy } from './restore-copy.ts';

async function intoFolder(dataDir: string, reserveMb: number, work: (loader: Loader) => Promise<void>): Promise<void> {
  const made = [dataDir, ...['pg', 'reserva'].map((name) => join(dataDir, name))].filter((path) => !existsSync(path));
  const database = await openDatabase({ dataDir, reserveMb });
  let done = false;
  try {
    await work(await openLoader(database, undefined));
    done = true;
  } finally {
    await database.close().finally(() => {
      if (!done) for (const path of made) rmSync(path, { recursive: true, force: true });
    });
  }
}

/** Restores into the configured database. @throws StartupError if it fails or a signal ends it; then nothing was changed */
export async function restoreInto(config: Config, copy: OpenedCopy, restoration: Restoration): Promise<void> {
  const { DATA_DIR: dataDir, DISK_RESERVE_MB } = config;
  const url = sessionUrlOf(config);
  const ending = abortOnSignals('la base de datos quedó como estaba');
  const progress = (line: string) => {
    ending.throwIfAborted();
    restoration.progress(line);
  };
  const restore = async (loader: Loader) => {
    try {
      await restoreCopy(loader, copy, { ...restoration, progress });
    } catch (error) {
      ending.throwIfAborted();
      throw error;
    }
  };
  await explainDatabaseErrors(async () => {
    if (!url) return intoFolder(dataDir, DISK_RESERVE_MB, restore);
    const loader = await postgresLoader(url, ending);
    try {
      await restore(loader);
    } finally {
      await loader.close();
    }
  });
}

export const RESTORED_SECRET_ADVICE =
  'Usa el mismo JWT_SECRET que antes (o el archivo jwt-secret de su DATA_DIR): con otro, cada persona inicia sesión de nuevo y su segundo paso debe restablecerse.';
