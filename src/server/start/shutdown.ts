import { setTimeout as sleep } from 'node:timers/promises';
import { errorForLog } from '#server/base/error-for-log.ts';
import { CONNECTION_LIMITS } from '#server/plugins/open-connections.ts';
import { closeAll, type RunningServer } from './start.ts';
import { logUncaughtErrors } from './uncaught-errors.ts';

/** Connections end by themselves; what still holds the process then is given up. */
const LIMIT_MS = CONNECTION_LIMITS.drain + 5_000;

/** Tells balancers, refuses new requests, finishes the others, closes the databases and exits with 0. A second signal exits at once. */
export function stopOnSignals({ app, databases, stopDelayMs }: RunningServer): void {
  let stopping = false;
  const stop = async (exitCode: number) => {
    if (stopping) process.exit(1);
    stopping = true;
    if (exitCode === 0 && stopDelayMs > 0) {
      app.log.info({ ms: stopDelayMs }, 'leaving: health says so, everything else is answered');
      app.leave();
      await sleep(stopDelayMs);
    }
    setTimeout(() => {
      app.log.error('stopping took too long');
      process.exit(1);
    }, LIMIT_MS).unref();
    try {
      await app.close();
      await closeAll(databases);
      process.exit(exitCode);
    } catch (error) {
      app.log.error({ err: errorForLog(error) }, 'stopping failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  logUncaughtErrors(app.log, () => void stop(1));
}
