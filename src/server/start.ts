import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { offerSnapshots } from './backup/snapshot-socket.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import { errorForLog } from './error-for-log.ts';
import { type Administrator, createFirstAdministrator, refuseEasyAdministrator } from './first-administrator.ts';
import { scheduleBackups } from './keep-backed-up.ts';
import { keepChildrenCurrent } from './keep-current.ts';
import { keepFigures } from './keep-figures.ts';
import { keepSealed } from './keep-sealed.ts';
import { createSessionRepository } from './modules/auth/session-repository.ts';
import { createUserRepository } from './modules/users/user-repository.ts';
import { openMain, openReplica } from './open-databases.ts';
import { sessionSecret } from './secret.ts';
import { StartupError } from './startup-error.ts';

/** Beside the built server stands the built web application; in the source there is none. */
const WEB_ROOT = join(dirname(fileURLToPath(import.meta.url)), '../web');

export interface Running {
  app: FastifyInstance;
  /** The database, and the replica that reports read from when there is one. */
  databases: Database[];
  address: string;
  /** The administrator that was created by this start, if any. */
  administrator: Administrator | null;
}

export const closeAll = (databases: Database[]) => Promise.all(databases.map((database) => database.close()));

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
  await refuseEasyAdministrator(config);
  const secret = sessionSecret(config.JWT_SECRET, config.DATA_DIR);
  const { database, used: administrator } = await openMain(config, log, ({ db }) =>
    createFirstAdministrator({ users: createUserRepository(db), sessions: createSessionRepository(db) }, config),
  );
  const databases = [database];
  let app: FastifyInstance | undefined;
  try {
    const reportsDatabase = await openReplica(config, log);
    if (reportsDatabase) databases.push(reportsDatabase);
    const { TRUST_PROXY: trustProxy, HEMOGLOBIN_TABLE: haemoglobinTable } = config;
    const signupLimits = { address: config.SIGNUP_LIMIT_ADDRESS, total: config.SIGNUP_LIMIT_TOTAL };
    const backups = scheduleBackups(config, log);
    const options = { database, reportsDatabase, secret, webRoot: WEB_ROOT, logger: log, trustProxy, haemoglobinTable };
    const {
      SIGNUP: signup,
      PASSWORDS: passwords,
      API_DOCS: apiDocs,
      SESSION_IDLE_MINUTES: sessionIdleMinutes,
      FIRST_SIGNIN_CHANGE: firstSigninChange,
    } = config;
    app = await buildApp({
      ...options,
      signupLimits,
      signup,
      passwords,
      apiDocs,
      sessionIdleMinutes,
      firstSigninChange,
      lastBackup: backups.last,
    });
    let keeping: (() => Promise<void>)[] = [];
    app.addHook('onClose', async () => {
      await Promise.all(keeping.map((end) => end()));
    });
    const address = await listen(app, config);
    keeping = [keepChildrenCurrent(database, log), keepFigures(database, log)];
    if (database.kind === 'pglite') {
      const reserve = config.DISK_RESERVE_MB * 1024 * 1024;
      keeping.push(await offerSnapshots(database, { dataDir: config.DATA_DIR, reserve, log }));
    }
    keeping.push(backups.begin());
    const endSealing = keepSealed(database, log);
    // After the application: what was noted while the last requests ended is sealed too.
    databases[0] = { ...database, close: () => endSealing().then(database.close) };
    return { app, databases, administrator, address };
  } catch (error) {
    await app?.close();
    await closeAll(databases);
    throw error;
  }
}

/** Runs a start and turns what a person can mend into one line and exit code 1. */
export async function runOrExplain(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else console.error('No se pudo iniciar la Libreta por un error inesperado.', errorForLog(error));
    process.exit(process.exitCode || 1);
  }
}
