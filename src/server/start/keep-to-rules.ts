import type { FastifyBaseLogger } from 'fastify';
import { pauseBetweenParts } from '#server/base/pause-between-parts.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import { runPeriodically } from '#server/base/run-periodically.ts';
import type { Database } from '#server/db/connect.ts';
import {
  CHILDREN_AT_ONCE,
  type Failing,
  MAX_FAILING,
  refreshByOtherRules,
} from '#server/modules/records/refresh-children.ts';
import { countByOtherRules, noteRules, rulesInForce } from '#server/modules/records/rules-in-use.ts';
import { logFailing } from './log-failing.ts';

const EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 10_000;
const LOOK_EVERY_MS = 15_000;
/** How long children that failed are skipped. */
const RETRY_FAILED_MS = 60 * 60_000;

interface RulesUpdate {
  left(): number | null;
  /** @returns a function that ends it after the batch under way */
  begin(): () => Promise<void>;
}

/** Recomputes all children by the rules in force, in small batches. A child that fails is tried again after a long while. */
export function keepChildrenByRules(
  database: Database,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  { everyMs = EVERY_MS, lookEveryMs = LOOK_EVERY_MS, failedAgainMs = RETRY_FAILED_MS } = {},
): RulesUpdate {
  const { db } = database;
  const failing: Failing = new Map();
  let firstFailed = 0;
  let left: number | null = null;

  /** @returns whether this program's rules are in force */
  const look = async (): Promise<boolean> => {
    const rules = await rulesOfProgram();
    await noteRules(db, rules);
    const inForce = (await rulesInForce(db)) ?? rules;
    left = await countByOtherRules(db, inForce);
    return inForce === rules;
  };

  const work = async (signal: AbortSignal): Promise<boolean> => {
    if (database.room() !== 'enough') return false;
    if (performance.now() - firstFailed > failedAgainMs) failing.clear();
    if (!(await look()) || left === 0) return true;
    const failedBefore = failing.size;
    if (failedBefore >= MAX_FAILING) return true;
    const areMore = left === null || left > failedBefore;
    if (areMore) log.info({ children: left }, 'computing children by other rules than before');
    let lookedAt = performance.now();
    const between = pauseBetweenParts(async () => {
      if (signal.aborted || database.room() !== 'enough') return false;
      if (performance.now() - lookedAt < lookEveryMs) return true;
      lookedAt = performance.now();
      return look();
    });
    let children = 0;
    try {
      children = await refreshByOtherRules(db, between, CHILDREN_AT_ONCE[database.kind], failing);
    } finally {
      if (failedBefore === 0) firstFailed = performance.now();
      logFailing(log, failing, failedBefore);
    }
    await look();
    if (areMore || children > 0) log.info({ children, left }, 'children computed by other rules than before');
    return true;
  };

  return {
    left: () => left,
    begin: () =>
      runPeriodically({
        ...{ work, everyMs, afterFailureMs: AFTER_FAILURE_MS, log },
        failing: 'computing children by other rules failed',
      }),
  };
}
