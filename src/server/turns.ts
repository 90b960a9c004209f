import { setImmediate as othersFirst } from 'node:timers/promises';
import pLimit from 'p-limit';
import { AppError } from '#domain/errors.ts';
import { dbFault, isStuck } from './db/db-errors.ts';

interface TurnOptions {
  atOnce: number;
  /** Whoever finds as many waiting is sent away at once. */
  longestQueue: number;
  /** Whoever has waited longer is sent away, also while nobody ends a turn. */
  longestWaitMs: number;
  now?: () => number;
}

/**
 * Lets so many work at once; the rest wait in order, but neither in a queue without end nor for ever, nor for a table that is locked.
 * What has its turn must not ask for another one: it would wait for itself.
 */
export function createTurns({ atOnce, longestQueue, longestWaitMs, now = () => performance.now() }: TurnOptions) {
  const limit = pLimit(atOnce);
  let stuck = Number.NEGATIVE_INFINITY;
  /** Sent away, but still in the queue. */
  let gone = 0;
  const waiting = () => limit.pendingCount - gone;
  const turn = async <T>(work: () => Promise<T>, hasLeft: () => boolean = () => false): Promise<T> => {
    if (waiting() >= longestQueue) throw new AppError('unavailable');
    const came = now();
    const waits = limit.activeCount >= atOnce;
    const inTurn = async (): Promise<T> => {
      // A row of turns that are refused at once would let nobody else be answered.
      if (waits) await othersFirst();
      // Nobody waits for the answer any more: whoever still does comes sooner to the turn.
      if (hasLeft() || now() - came > longestWaitMs) throw new AppError('unavailable');
      // Who waited with somebody that could not get on would not get on either.
      if (waits && came <= stuck) throw new AppError('unavailable');
      try {
        return await work();
      } catch (error) {
        const fault = dbFault(error);
        if (fault && isStuck(fault)) stuck = now();
        throw error;
      }
    };
    return new Promise<T>((resolve, reject) => {
      let late: NodeJS.Timeout | undefined;
      let left = false;
      const leave = () => {
        left = true;
        gone += 1;
        reject(new AppError('unavailable'));
      };
      if (waits) late = setTimeout(leave, longestWaitMs);
      void limit(async () => {
        clearTimeout(late);
        if (left) gone -= 1;
        else await inTurn().then(resolve, reject);
      });
    });
  };
  /** How many wait for their turn. */
  return Object.assign(turn, { waiting });
}
