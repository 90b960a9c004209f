import type { FastifyBaseLogger } from 'fastify';
import { today } from '#domain/calendar.ts';
import { pauseBetweenParts } from '#server/base/pause-between-parts.ts';
import { runPeriodically } from '#server/base/run-periodically.ts';
import type { Database } from '#server/db/connect.ts';
import {
  CHILDREN_AT_ONCE,
  type Failing,
  markAllOutdated,
  refreshOutdated,
} from '#server/modules/records/refresh-children.ts';
import { logFailing } from './log-failing.ts';

const EVERY_MS = 60 * 60 * 1000;
const AFTER_FAILURE_MS = 60 * 1000;

/** Recomputes due children every hour, and all after the clock was set back. @returns a function that ends it after the batch under way */
export function keepChildrenCurrent(
  database: Database,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  { afterFailure = AFTER_FAILURE_MS, everyMs = EVERY_MS } = {},
): () => Promise<void> {
  let lastDay = '';
  const work = async (signal: AbortSignal): Promise<boolean> => {
    const mayContinue = () => !signal.aborted && database.room() === 'enough';
    const between = pauseBetweenParts(mayContinue);
    const day = today();
    // The clock was set back: summaries of a later day are computed again.
    if (day < lastDay && !(await markAllOutdated(database.db, day, between))) return false;
    lastDay = day;
    const failing: Failing = new Map();
    const children = await refreshOutdated(database.db, between, CHILDREN_AT_ONCE[database.kind], failing);
    logFailing(log, failing);
    if (children > 0) log.info({ children }, 'children computed anew');
    return mayContinue();
  };
  return runPeriodically({
    ...{ work, everyMs, afterFailureMs: afterFailure, log },
    failing: 'computing children anew failed',
  });
}
