import type { FastifyBaseLogger } from 'fastify';
import { today } from '#domain/calendar.ts';
import { againAndAgain } from '#server/base/again-and-again.ts';
import { unhurried } from '#server/base/unhurried.ts';
import type { Database } from '#server/db/connect.ts';
import {
  CHILDREN_AT_ONCE,
  type Failing,
  outdateAll,
  refreshOutdated,
} from '#server/modules/records/refresh-children.ts';
import { logFailing } from './log-failing.ts';

const EVERY_MS = 60 * 60 * 1000;
const AFTER_FAILURE_MS = 60 * 1000;

/**
 * Now and every hour, computes anew the children of whom something follows from a day that has passed, and those that an
 * earlier version or another program wrote; all of them once the clock was set back to an earlier day. Never in the way of a request: a few children at a time. What fails is tried again soon;
 * a single child that cannot be computed is passed over until the next hour.
 * @returns what ends it, after the batch under way
 */
export function keepChildrenCurrent(
  database: Database,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  { afterFailure = AFTER_FAILURE_MS, everyMs = EVERY_MS } = {},
): () => Promise<void> {
  let lastDay = '';
  const work = async (signal: AbortSignal): Promise<boolean> => {
    const mayGoOn = () => !signal.aborted && database.room() === 'enough';
    const between = unhurried(mayGoOn);
    const day = today();
    // The clock was set back: what was computed as of a day that has not come is computed anew.
    if (day < lastDay && !(await outdateAll(database.db, day, between))) return false;
    lastDay = day;
    const failing: Failing = new Map();
    const children = await refreshOutdated(database.db, between, CHILDREN_AT_ONCE[database.kind], failing);
    logFailing(log, failing);
    if (children > 0) log.info({ children }, 'children computed anew');
    return mayGoOn();
  };
  return againAndAgain({
    ...{ work, everyMs, afterFailureMs: afterFailure, log },
    failing: 'computing children anew failed',
  });
}
