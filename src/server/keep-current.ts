import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { againAndAgain } from './again-and-again.ts';
import type { Database } from './db/connect.ts';
import { refreshOutdated } from './modules/records/child-summary.ts';

const EVERY_MS = 60 * 60 * 1000;
const AFTER_FAILURE_MS = 60 * 1000;
const MAX_PAUSE_MS = 1_000;

/**
 * Now and every hour, computes anew the children of whom something follows from a day that has passed, and those that an
 * earlier version or another program wrote. Never in the way of a request: a few children at a time. What fails is tried again soon.
 * @returns what ends it, after the batch under way
 */
export function keepChildrenCurrent(
  database: Database,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  { afterFailure = AFTER_FAILURE_MS } = {},
): () => Promise<void> {
  const work = async (signal: AbortSignal): Promise<boolean> => {
    const mayGoOn = () => !signal.aborted && database.room() === 'enough';
    // As long as a batch took it leaves the database to the requests, also where that answers one at a time.
    let begun = performance.now();
    const children = await refreshOutdated(database.db, async () => {
      await setTimeout(Math.min(MAX_PAUSE_MS, performance.now() - begun), undefined, { ref: false });
      begun = performance.now();
      return mayGoOn();
    });
    if (children > 0) log.info({ children }, 'children computed anew');
    return mayGoOn();
  };
  return againAndAgain({
    ...{ work, everyMs: EVERY_MS, afterFailureMs: afterFailure, log },
    failing: 'computing children anew failed',
  });
}
