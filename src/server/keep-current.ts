import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db/connect.ts';
import { refreshOutdated } from './modules/records/child-summary.ts';
import { errorForLog } from './plugins/errors.ts';

const EVERY_MS = 60 * 60 * 1000;

/**
 * Now and every hour, computes anew the children of whom something follows from a day that has passed, and those that an
 * earlier version or another program wrote. Never in the way of a request: a few children at a time.
 * @returns what ends it, after the batch under way
 */
export function keepChildrenCurrent(db: Db, log: Pick<FastifyBaseLogger, 'info' | 'error'>): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      const children = await refreshOutdated(db, () => !stopped);
      if (children > 0) log.info({ children }, 'children computed anew');
    } catch (error) {
      log.error({ err: errorForLog(error) }, 'computing children anew failed');
    }
  };
  const again = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
  };
  again();
  const timer = setInterval(again, EVERY_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
