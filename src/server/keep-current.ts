import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db/connect.ts';
import { refreshOutdated } from './modules/records/child-summary.ts';
import { errorForLog } from './plugins/errors.ts';

const EVERY_MS = 60 * 60 * 1000;
const MAX_PAUSE_MS = 1_000;

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
      // As long as a batch took it leaves the database to the requests, also where that answers one at a time.
      let begun = performance.now();
      const children = await refreshOutdated(db, async () => {
        await setTimeout(Math.min(MAX_PAUSE_MS, performance.now() - begun), undefined, { ref: false });
        begun = performance.now();
        return !stopped;
      });
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
