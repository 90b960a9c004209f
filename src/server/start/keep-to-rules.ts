import type { FastifyBaseLogger } from 'fastify';
import { againAndAgain } from '#server/base/again-and-again.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import { unhurried } from '#server/base/unhurried.ts';
import type { Database } from '#server/db/connect.ts';
import {
  CHILDREN_AT_ONCE,
  type Failing,
  MOST_FAILING,
  refreshByOtherRules,
} from '#server/modules/records/refresh-children.ts';
import { countByOtherRules, noteRules, rulesInForce } from '#server/modules/records/rules-in-use.ts';
import { logFailing } from './log-failing.ts';

const EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 10_000;
/** So often it is looked again during long work whether other rules are in force, and how much is left. */
const LOOK_EVERY_MS = 15_000;
/** For so long those that could not be computed are left alone. */
const FAILED_AGAIN_MS = 60 * 60_000;

interface Kept {
  /** How many children are still to be computed by the rules in force; null while that is not known. */
  left(): number | null;
  /** @returns what ends it, after the batch under way */
  begin(): () => Promise<void>;
}

/**
 * Has all children computed by the rules in force: after a version came with others, or one of before wrote once more. Every minute what is
 * left is looked for; a few children at a time are computed, never in the way of a request. What was done when a process ends stays done.
 * A child that cannot be computed is passed over, and tried again after a long while or by the next process.
 */
export function keepToRules(
  database: Database,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  { everyMs = EVERY_MS, lookEveryMs = LOOK_EVERY_MS, failedAgainMs = FAILED_AGAIN_MS } = {},
): Kept {
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
    const known = failing.size;
    if (known >= MOST_FAILING) return true;
    const areMore = left === null || left > known;
    if (areMore) log.info({ children: left }, 'computing children by other rules than before');
    let looked = performance.now();
    const between = unhurried(async () => {
      if (signal.aborted || database.room() !== 'enough') return false;
      if (performance.now() - looked < lookEveryMs) return true;
      looked = performance.now();
      return look();
    });
    let children = 0;
    try {
      children = await refreshByOtherRules(db, between, CHILDREN_AT_ONCE[database.kind], failing);
    } finally {
      if (known === 0) firstFailed = performance.now();
      logFailing(log, failing, known);
    }
    await look();
    if (areMore || children > 0) log.info({ children, left }, 'children computed by other rules than before');
    return true;
  };

  return {
    left: () => left,
    begin: () =>
      againAndAgain({
        ...{ work, everyMs, afterFailureMs: AFTER_FAILURE_MS, log },
        failing: 'computing children by other rules failed',
      }),
  };
}
