import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/connect.ts';
import { errorForLog } from './error-for-log.ts';
import { type Among, sealAll } from './journal/sealing.ts';

const EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 10_000;
/** Longer than any transaction of ours lasts. */
const LATE_COMMITS_MS = 2 * 60_000;
/** Looking for them takes the longer the more is written, so it is not done every time. */
const LATE_EVERY_MS = 20_000;
const EVERYTHING_EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Seals the journal soon after its entries are committed, and at the end. The head of the chain goes to the log: whoever keeps logs
 * elsewhere finds an end that was cut off.
 * @returns what ends it
 */
export function keepSealed(database: Database, log: Pick<FastifyBaseLogger, 'info' | 'error'>): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;

  const seal = async (among: Among): Promise<boolean> => {
    try {
      const { sealed, head } = await sealAll(database.db, among);
      if (head) log.info({ sealed, ...head }, 'journal sealed');
      return true;
    } catch (error) {
      log.error({ err: errorForLog(error) }, 'sealing the journal failed');
      return false;
    }
  };

  const running = (async () => {
    const due = { late: 0, everything: 0 };
    /** What is looked at now; at the start everything. */
    const next = (): Among => {
      const now = performance.now();
      const first = due.everything === 0;
      if (now < due.late) return 'newest';
      due.late = now + LATE_EVERY_MS;
      if (now < due.everything) return LATE_COMMITS_MS;
      due.everything = now + EVERYTHING_EVERY_MS;
      return first ? undefined : DAY_MS;
    };
    while (!signal.aborted) {
      const done = database.room() === 'out' || (await seal(next()));
      await setTimeout(done ? EVERY_MS : AFTER_FAILURE_MS, undefined, { ref: false, signal }).catch(() => {});
    }
  })();
  return async () => {
    ending.abort();
    await running;
    await seal(LATE_COMMITS_MS);
  };
}
