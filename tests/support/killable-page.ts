import { AsyncLocalStorage } from 'node:async_hooks';
import { locks } from './locks.ts';
import type { Between, Effect } from './memory-disk.ts';

/** The page is killed before the effect, or after it but before the page learns of it. */
export type Moment = 'before' | 'after';

const never = () => new Promise<never>(() => undefined);

interface Asking {
  readonly between: Between;
  readonly isDead: () => boolean;
}
const asking = new AsyncLocalStorage<Asking>();

/** Intercepts disk accesses by page, where several pages share the same modules. */
export const betweenPages: Between = (effect, act) => {
  const page = asking.getStore();
  return page ? page.between(effect, act) : act();
};

/** Locks of a restarted browser: requests of killed pages never get them. */
export function locksOfPages(): ReturnType<typeof locks> {
  const { request, query } = locks();
  return {
    query,
    request: (...args: Parameters<typeof request>) => (asking.getStore()?.isDead() ? never() : request(...args)),
  } as ReturnType<typeof locks>;
}

/** Decides whether the page is killed at the next effect. */
type Killing = (effect: Effect) => Moment | null;

/** @param effects the page is killed at this effect, counted from one */
export function killAtEffect(effects: number, moment: Moment): Killing {
  let left = effects;
  return () => {
    left -= 1;
    return left === 0 ? moment : null;
  };
}

/** A page that can be killed: later effects are neither performed nor answered. */
export function createKillablePage(killing: Killing = () => null) {
  let killedAt = killing;
  let isDead = false;
  let die: (how: 'killed') => void = () => undefined;
  const death = new Promise<'killed'>((resolve) => {
    die = resolve;
  });
  const kill = () => {
    isDead = true;
    die('killed');
  };
  const between: Between = (effect, act) => {
    if (isDead) return never();
    const moment = killedAt(effect);
    if (!moment) return act();
    kill();
    if (moment === 'after') act();
    return never();
  };
  return {
    kill,
    killAt: (next: Killing): void => {
      killedAt = next;
    },
    /** Runs work in this page. @returns its result, or `killed` */
    run: <T>(work: () => Promise<T>): Promise<T | 'killed'> =>
      asking.run({ between, isDead: () => isDead }, () => Promise.race([death, work()])),
  };
}
