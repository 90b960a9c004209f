import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '#server/base/config.ts';
import { dbFault, isUnavailable } from '#server/base/db-errors.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import { runPeriodically } from '#server/base/run-periodically.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { backedReplica, isPooled } from '#server/db/replica.ts';

const FIRST_PAUSE_S = 1;
const LONGEST_PAUSE_S = 5;

const unusable = (variable: string, { code }: { code: string }) =>
  new StartupError(`No se puede usar la base de datos de ${variable} (${code}).`);

async function openAndUse<T>(
  options: DatabaseOptions,
  log: Logger,
  use: (database: Database) => Promise<T>,
): Promise<{ database: Database; used: T }> {
  const onConnectionLost = (error: Error) => log.warn({ err: errorForLog(error) }, 'database connection lost');
  const database = await openDatabase({ ...options, onConnectionLost });
  try {
    return { database, used: await use(database) };
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

async function retryUntilAvailable<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + seconds * 1_000;
  for (let pause = FIRST_PAUSE_S; ; pause = Math.min(2 * pause, LONGEST_PAUSE_S)) {
    try {
      return await work();
    } catch (error) {
      const fault = dbFault(error);
      if (!fault) throw error;
      const left = Math.ceil((until - performance.now()) / 1_000);
      if (!isUnavailable(fault) || left <= 0) throw unusable('DATABASE_URL', fault);
      const next = Math.min(pause, left);
      console.error(
        `La base de datos de DATABASE_URL todavía no responde (${fault.code}). Nuevo intento en ${next} s…`,
      );
      await setTimeout(next * 1_000);
    }
  }
}

/** Opens, migrates and uses the main database; tries again while PostgreSQL is away. @throws StartupError if it cannot be used */
export function openMain<T>(
  config: Config,
  log: Logger,
  use: (database: Database) => Promise<T>,
): Promise<{ database: Database; used: T }> {
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl, DATABASE_DIRECT_URL: directUrl } = config;
  const { DATA_DIR: dataDir, DISK_RESERVE_MB: reserveMb } = config;
  const open = () =>
    openAndUse({ url, ownerUrl, directUrl, dataDir, reserveMb }, log, async (database) => {
      await migrateDatabase(database);
      return use(database);
    });
  return url ? retryUntilAvailable(config.DATABASE_WAIT_SECONDS, open) : open();
}

const CHECK_MS = 1_000;

/** A replica that is away for now does not keep the server from starting. */
export async function openReplica(
  { DATABASE_REPLICA_URL: url }: Config,
  main: Database,
  log: Logger,
): Promise<Database | undefined> {
  if (url === undefined || !isPooled(main)) return undefined;
  const { database: replica } = await openAndUse({ url }, log, async (opening) => {
    await opening.ping().catch((error) => {
      const fault = dbFault(error);
      if (!fault || !isUnavailable(fault)) throw fault ? unusable('DATABASE_REPLICA_URL', fault) : error;
    });
  });
  if (!isPooled(replica)) throw new Error('A replica is a PostgreSQL');
  const { database, check } = backedReplica(main, replica);
  let lastReason: string | null | undefined;
  const work = async () => {
    const reason = await check();
    if (reason !== lastReason && reason === null) log.info('reports read from the replica');
    if (reason !== lastReason && reason !== null)
      log.warn({ replica: reason }, 'reports read from the main database instead of the replica');
    lastReason = reason;
    return true;
  };
  await work();
  const failing = 'looking after the replica failed';
  const end = runPeriodically({ work, everyMs: CHECK_MS, afterFailureMs: CHECK_MS, log, failing });
  return { ...database, close: () => end().then(database.close) };
}
