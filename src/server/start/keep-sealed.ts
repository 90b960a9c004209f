import type { FastifyBaseLogger } from 'fastify';
import { errorForLog } from '#server/base/error-for-log.ts';
import { runPeriodically } from '#server/base/run-periodically.ts';
import type { Database } from '#server/db/connect.ts';
import { type SealScope, sealAll } from '#server/journal/sealing.ts';

const EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 10_000;
/** Longer than any transaction of the application. */
const LATE_COMMITS_MS = 2 * 60_000;
/** The search for late commits takes longer the more is written, so it is done less often. */
const LATE_EVERY_MS = 20_000;
const EVERYTHING_EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Seals entries soon after their commit. The chain's head is logged: a copy of the log reveals a cut-off end. @returns ends it */
export function keepSealed(database: Database, log: Pick<FastifyBaseLogger, 'info' | 'error'>): () => Promise<void> {
  const seal = async (among: SealScope): Promise<void> => {
    const { sealed, head } = await sealAll(database.db, among);
    if (head) log.info({ sealed, ...head }, 'journal sealed');
  };

  const due = { late: 0, everything: 0 };
  const next = (): SealScope => {
    const now = performance.now();
    const first = due.everything === 0;
    if (now < due.late) return 'newest';
    due.late = now + LATE_EVERY_MS;
    if (now < due.everything) return LATE_COMMITS_MS;
    due.everything = now + EVERYTHING_EVERY_MS;
    return first ? undefined : DAY_MS;
  };
  const work = async (): Promise<boolean> => {
    if (database.room() === 'out') return true;
    const before = { ...due };
    try {
      await seal(next());
    } catch (error) {
      // After a failure the same search is due again.
      Object.assign(due, before);
      throw error;
    }
    return true;
  };
  const failing = 'sealing the journal failed';
  const end = runPeriodically({ work, everyMs: EVERY_MS, afterFailureMs: AFTER_FAILURE_MS, log, failing });
  return async () => {
    await end();
    await seal(LATE_COMMITS_MS).catch((error: unknown) => log.error({ err: errorForLog(error) }, failing));
  };
}
