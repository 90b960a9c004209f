import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { type Config, StartupError } from './config.ts';
import { type Database, openDatabase } from './db/connect.ts';
import { dbFault } from './db/db-errors.ts';
import { migrateDatabase } from './db/migrate.ts';
import { type Administrator, createFirstAdministrator } from './first-administrator.ts';
import { createUserRepository } from './modules/users/user-repository.ts';
import { errorForLog } from './plugins/errors.ts';
import { sessionSecret } from './secret.ts';

/** Beside the built server stands the built web application; in the source there is none. */
const WEB_ROOT = join(dirname(fileURLToPath(import.meta.url)), '../web');
const SHUTDOWN_LIMIT_MS = 10_000;
/** How long requests under way may take to finish; a browser also keeps connections open that ask for nothing. */
const DRAIN_MS = 3_000;

export interface Running {
  app: FastifyInstance;
  database: Database;
  address: string;
  /** The administrator that was created by this start, if any. */
  administrator: Administrator | null;
}

async function open(config: Config, log: pino.Logger): Promise<Database> {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    onConnectionLost: (error) => log.warn({ err: errorForLog(error) }, 'database connection lost'),
  });
  try {
    await migrateDatabase(database);
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    const fault = dbFault(error);
    if (!fault || !config.DATABASE_URL) throw error;
    throw new StartupError(`No se puede usar la base de datos de DATABASE_URL (${fault.code}).`);
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ port: config.PORT, host: config.HOST });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartupError(`El puerto ${config.PORT} ya está en uso. Elige otro con PORT.`);
    if (code === 'EACCES')
      throw new StartupError(`No hay permiso para usar el puerto ${config.PORT}. Elige otro con PORT.`);
    throw new StartupError(
      `No se puede escuchar en ${config.HOST}:${config.PORT} (${code ?? 'error'}). Revisa HOST y PORT.`,
    );
  }
}

/**
 * Opens the database, creates the first administrator where there is no user, and listens.
 * @throws StartupError when something that a person can mend is wrong.
 */
export async function start(config: Config): Promise<Running> {
  const log = pino({ level: config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info') });
  const secret = sessionSecret(config.JWT_SECRET, config.DATA_DIR);
  const database = await open(config, log);
  let app: FastifyInstance | undefined;
  try {
    const administrator = await createFirstAdministrator(createUserRepository(database.db), config);
    app = await buildApp({ database, secret, webRoot: WEB_ROOT, logger: log, trustProxy: config.TRUST_PROXY });
    return { app, database, administrator, address: await listen(app, config) };
  } catch (error) {
    await app?.close();
    await database.close();
    throw error;
  }
}

/** Finishes the requests under way, closes the database and ends the process; a second signal ends it at once. */
export function stopOnSignals({ app, database }: Running): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref();
    try {
      await app.close();
      await database.close();
      process.exit(0);
    } catch (error) {
      app.log.error({ err: errorForLog(error) }, 'stopping failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

/** Runs a start and turns what a person can mend into one line and exit code 1. */
export async function runOrExplain(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else console.error('No se pudo iniciar la Libreta por un error inesperado.', errorForLog(error));
    process.exit(1);
  }
}
