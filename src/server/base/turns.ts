import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import { dbFault, isStuck } from './db-errors.ts';

interface TurnOptions {
  atOnce: number;
  longestQueue: number;
  longestWaitMs: number;
  /** The limits of one account; those of all together by default. */
  each?: { atOnce: number; longestQueue: number };
  now?: () => number;
}

interface TurnRequest {
  hasLeft?: () => boolean;
  by?: string;
}

interface Waiting {
  readonly begin: () => void;
}

/** Runs a limited number at once with a bounded queue; accounts alternate. Work must not take a turn itself: it would wait for itself. */
export function createTurns({ atOnce, longestQueue, longestWaitMs, each, now = () => performance.now() }: TurnOptions) {
  const most = each ?? { atOnce, longestQueue };
  /** By account; the one that had the last turn is at the end. */
  const queues = new Map<string, Waiting[]>();
  const working = new Map<string, number>();
  let active = 0;
  let waiting = 0;
  let stuck = Number.NEGATIVE_INFINITY;

  const isFree = (by: string) => active < atOnce && (working.get(by) ?? 0) < most.atOnce;
  const count = (by: string, change: number) => {
    const many = (working.get(by) ?? 0) + change;
    if (many > 0) working.set(by, many);
    else working.delete(by);
    active += change;
  };

  const join = (by: string, one: Waiting) => {
    const queue = queues.get(by);
    if (queue) queue.push(one);
    else queues.set(by, [one]);
    waiting += 1;
  };
  const leave = (by: string, one: Waiting) => {
    const queue = queues.get(by) ?? [];
    queue.splice(queue.indexOf(one), 1);
    if (queue.length === 0) queues.delete(by);
    waiting -= 1;
  };

  const beginNext = () => {
    for (const [by, queue] of queues) {
      if (active >= atOnce) return;
      const [next] = queue;
      if (!next || !isFree(by)) continue;
      leave(by, next);
      // Moved to the end of the map, where this loop reaches it again after the others.
      if (queues.delete(by)) queues.set(by, queue);
      next.begin();
    }
  };

  const turn = async <T>(work: () => Promise<T>, { hasLeft = () => false, by = '' }: TurnRequest = {}): Promise<T> => {
    const waits = !isFree(by);
    if (waits && (waiting >= longestQueue || (queues.get(by)?.length ?? 0) >= most.longestQueue))
      throw new AppError('unavailable');
    const arrivedAt = now();
    if (waits) {
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          clearTimeout(late);
          count(by, 1);
          resolve();
        };
        const one = { begin };
        const late = setTimeout(() => {
          leave(by, one);
          reject(new AppError('unavailable'));
        }, longestWaitMs);
        join(by, one);
      });
    } else count(by, 1);
    try {
      // Many refusals in a row would otherwise block the event loop.
      if (waits) await yieldToEventLoop();
      if (hasLeft() || now() - arrivedAt > longestWaitMs) throw new AppError('unavailable');
      // Work that waited while other work was blocked would be blocked as well.
      if (waits && arrivedAt <= stuck) throw new AppError('unavailable');
      return await work();
    } catch (error) {
      const fault = dbFault(error);
      if (fault && isStuck(fault)) stuck = now();
      throw error;
    } finally {
      count(by, -1);
      beginNext();
    }
  };
  return Object.assign(turn, { waiting: () => waiting });
}
