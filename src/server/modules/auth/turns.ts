import { setImmediate as othersFirst } from 'node:timers/promises';
import pLimit from 'p-limit';
import { AppError } from '#domain/errors.ts';

interface TurnOptions {
  atOnce: number;
  /** Whoever finds as many waiting is sent away at once. */
  longestQueue: number;
  /** Whoever has waited longer is sent away when the turn comes. */
  longestWaitMs: number;
  now?: () => number;
}

/**
 * Lets so many work at once; the rest wait in order, but neither in a queue without end nor for ever.
 * What has its turn must not ask for another one: it would wait for itself.
 */
export function createTurns({ atOnce, longestQueue, longestWaitMs, now = () => performance.now() }: TurnOptions) {
  const limit = pLimit(atOnce);
  return async <T>(work: () => Promise<T>, gone: () => boolean = () => false): Promise<T> => {
    if (limit.pendingCount >= longestQueue) throw new AppError('unavailable');
    const came = now();
    return limit(async () => {
      // A row of turns that are refused at once would let nobody else be answered.
      await othersFirst();
      // Nobody waits for the answer any more: whoever still does comes sooner to the turn.
      if (gone() || now() - came > longestWaitMs) throw new AppError('unavailable');
      return work();
    });
  };
}
