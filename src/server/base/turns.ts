import { setImmediate as othersFirst } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import { dbFault, isStuck } from './db-errors.ts';

interface TurnOptions {
  atOnce: number;
  /** Whoever finds as many waiting is sent away at once. */
  longestQueue: number;
  /** Whoever has waited longer is sent away, also while nobody ends a turn. */
  longestWaitMs: number;
  /** Of one account: how many work, and how many wait, at once; as many as of all together unless given. */
  each?: { atOnce: number; longestQueue: number };
  now?: () => number;
}

interface Asking {
  /** Whether the client that asked has hung up. */
  hasLeft?: () => boolean;
  /** Whose turn it is, an account or an address: the turns go round between those. */
  by?: string;
}

/** One that waits: what begins its turn. */
interface Waiting {
  readonly begin: () => void;
}

/**
 * Lets so many work at once; the rest wait, but neither in a queue without end nor for ever, nor for a table that is locked. Accounts take
 * turns: one that asks for many delays another by one of them; those of one account go in the order in which they came.
 * What has its turn must not ask for another one: it would wait for itself.
 */
export function createTurns({ atOnce, longestQueue, longestWaitMs, each, now = () => performance.now() }: TurnOptions) {
  const most = each ?? { atOnce, longestQueue };
  /** Those that wait, by account; the account whose turn was last is at the end. */
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
      // Behind those of the others, and looked at again once they were.
      if (queues.delete(by)) queues.set(by, queue);
      next.begin();
    }
  };

  const turn = async <T>(work: () => Promise<T>, { hasLeft = () => false, by = '' }: Asking = {}): Promise<T> => {
    const waits = !isFree(by);
    if (waits && (waiting >= longestQueue || (queues.get(by)?.length ?? 0) >= most.longestQueue))
      throw new AppError('unavailable');
    const came = now();
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
      // A row of turns that are refused at once would let nobody else be answered.
      if (waits) await othersFirst();
      // Nobody waits for the answer any more: whoever still does comes sooner to the turn.
      if (hasLeft() || now() - came > longestWaitMs) throw new AppError('unavailable');
      // Who waited with somebody that could not get on would not get on either.
      if (waits && came <= stuck) throw new AppError('unavailable');
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
  /** How many wait for their turn. */
  return Object.assign(turn, { waiting: () => waiting });
}
