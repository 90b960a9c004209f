import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { offerSnapshots } from '#server/backup/snapshot-socket.ts';
import { type Config, exchangeSettings } from '#server/base/config.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import { openLog } from '#server/base/log.ts';
import { StartupError } from '#server/base/startup-error.ts';
import type { Database } from '#server/db/connect.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { serveMetrics } from '#server/metrics/metrics-server.ts';
import { createSessionRepository } from '#server/modules/auth/session-repository.ts';
import { createUserRepository } from '#server/modules/users/user-repository.ts';
import { BACKLOG } from '#server/plugins/open-connections.ts';
import { buildApp } from './app.ts';
import { type Administrator, createFirstAdministrator, refuseEasyAdministrator } from './first-administrator.ts';
import { scheduleBackups } from './keep-backed-up.ts';
import { keepBooklets } from './keep-booklets.ts';
import { keepChildrenCurrent } from './keep-current.ts';
import { keepExports } from './keep-exports.ts';
import { keepFigures } from './keep-figures.ts';
import { keepImports } from './keep-imports.ts';
import { keepMeasuring } from './keep-measuring.ts';
import { keepSealed } from './keep-sealed.ts';
import { keepChildrenByRules } from './keep-to-rules.ts';
import { openMain, openReplica } from './open-databases.ts';
import { sessionSecret } from './secret.ts';
import { watchRequests } from './watch-requests.ts';

/** The built web application stands beside the built server; in the source there is none. */
const WEB_ROOT = join(dirname(fileURLToPath(import.meta.url)), '../web');

export interface RunningServer {
  app: FastifyInstance;
  databases: Database[];
  address: string;
  /** How long requests are still answered after a signal, so that balancers notice it. */
  stopDelayMs: number;
  administrator: Administrator | null;
}

export const closeAll = (databases: Database[]) => Promise.all(databases.map((database) => database.close()));

/** @throws StartupError naming the variables if the port cannot be used */
async function listenOn<T>(
  { host, port }: { host: string; port: number },
  variables: { host: string; port: string },
  listen: (address: { host: string; port: number }) => Promise<T>,
): Promise<T> {
  try {
    return await listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const other = `Elige otro con ${variables.port}.`;
    if (code === 'EADDRINUSE') throw new StartupError(`El puerto ${port} ya está en uso. ${other}`);
    if (code === 'EACCES') throw new StartupError(`No hay permiso para usar el puerto ${port}. ${other}`);
    throw new StartupError(
      `No se puede escuchar en ${host}:${port} (${code ?? 'error'}). Revisa ${variables.host} y ${variables.port}.`,
    );
  }
}

/** @throws StartupError if something is wrong that a person can fix */
export async function start(config: Config): Promise<RunningServer> {
  const log = openLog(config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'));
  await refuseEasyAdministrator(config);
  const secret = sessionSecret(config.JWT_SECRET, config.DATA_DIR);
  const { database, used: administrator } = await openMain(config, log, ({ db }) =>
    createFirstAdministrator({ users: createUserRepository(db), sessions: createSessionRepository(db) }, config),
  );
  const databases = [database];
  let app: FastifyInstance | undefined;
  try {
    const reportsDatabase = await openReplica(config, database, log);
    if (reportsDatabase) databases.push(reportsDatabase);
    const { TRUST_PROXY: trustProxy, HEMOGLOBIN_TABLE: haemoglobinTable } = config;
    const signupLimits = { address: config.SIGNUP_LIMIT_ADDRESS, total: config.SIGNUP_LIMIT_TOTAL };
    const backups = scheduleBackups(config, log);
    const rules = keepChildrenByRules(database, log);
    const options = { database, reportsDatabase, secret, webRoot: WEB_ROOT, logger: log, trustProxy, haemoglobinTable };
    const {
      SIGNUP: signup,
      METAS: goals,
      FHIR: fhir,
      PASSWORDS: passwords,
      API_DOCS: apiDocs,
      SESSION_IDLE_MINUTES: sessionIdleMinutes,
      FIRST_SIGNIN_CHANGE: firstSigninChange,
      OFFLINE_DAYS: offlineDays,
    } = config;
    const metrics = config.METRICS_PORT === undefined ? undefined : createMetrics();
    const built = await buildApp({
      ...options,
      metrics: metrics?.ofApp,
      signupLimits,
      signup,
      goals,
      fhir,
      exchange: exchangeSettings(config),
      passwords,
      apiDocs,
      sessionIdleMinutes,
      firstSigninChange,
      offlineDays,
      lastBackup: backups.last,
    });
    app = built;
    const load = watchRequests(built);
    let endTasks: (() => Promise<void>)[] = [];
    built.addHook('onClose', async () => {
      await Promise.all(endTasks.map((end) => end()));
    });
    if (metrics && config.METRICS_PORT !== undefined) {
      const { last } = backups;
      const scheduled = last && { last, everySeconds: config.BACKUP_EVERY / 1_000 };
      const running = {
        ...{ app: built, database, replica: reportsDatabase, backups: scheduled },
        childrenLeft: rules.left,
      };
      const endMetrics = await listenOn(
        { host: config.METRICS_HOST, port: config.METRICS_PORT },
        { host: 'METRICS_HOST', port: 'METRICS_PORT' },
        (at) => serveMetrics(metrics, running, at),
      );
      built.addHook('onClose', endMetrics);
    }
    const address = await listenOn({ host: config.HOST, port: config.PORT }, { host: 'HOST', port: 'PORT' }, (at) =>
      built.listen({ ...at, backlog: BACKLOG }),
    );
    endTasks = [
      keepChildrenCurrent(database, log),
      keepFigures(database, log),
      keepMeasuring(database, log),
      keepBooklets(database, log),
      keepImports({ database, log, haemoglobinTable, load }),
      keepExports({ database, log, haemoglobinTable, load }),
    ];
    if (database.kind === 'pglite') {
      const reserve = config.DISK_RESERVE_MB * 1024 * 1024;
      endTasks.push(await offerSnapshots(database, { dataDir: config.DATA_DIR, reserve, log }));
    }
    endTasks.push(backups.begin(), rules.begin());
    const endSealing = keepSealed(database, log);
    // After the application, so that entries of the last requests are sealed too.
    databases[0] = { ...database, close: () => endSealing().then(database.close) };
    return { app: built, databases, administrator, address, stopDelayMs: config.STOP_DELAY_SECONDS * 1_000 };
  } catch (error) {
    await app?.close();
    await closeAll(databases);
    throw error;
  }
}

/** Prints what a person can fix as one line, and exits with code 1. */
export async function runOrExplain(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else console.error('No se pudo iniciar la Libreta por un error inesperado.', errorForLog(error));
    process.exit(process.exitCode || 1);
  }
}
