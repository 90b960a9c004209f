import { AsyncLocalStorage } from 'node:async_hooks';
import { locks } from './locks.ts';
import type { Between, Effect } from './memory-disk.ts';

/** Killed before an effect is done, or when it is and nobody has heard of it. */
export type Moment = 'before' | 'after';

/** Whatever is asked by a page that was killed. */
const never = () => new Promise<never>(() => undefined);

interface Asking {
  readonly between: Between;
  readonly isDead: () => boolean;
}
const asking = new AsyncLocalStorage<Asking>();

/** Stands between the disk and the page that asks, of many whose modules are the same. */
export const betweenPages: Between = (effect, act) => {
  const page = asking.getStore();
  return page ? page.between(effect, act) : act();
};

/** The locks of a browser that was just started: what a page of before still asks for, whose last effect was on its way, it never gets. */
export function locksOfPages(): ReturnType<typeof locks> {
  const { request, query } = locks();
  return {
    query,
    request: (...args: Parameters<typeof request>) => (asking.getStore()?.isDead() ? never() : request(...args)),
  } as ReturnType<typeof locks>;
}

/** Says of the effect that comes next whether the page is killed at it. */
type Killing = (effect: Effect) => Moment | null;

/** @param effects counted from one: at the last of them; not at all where there are not so many */
export function within(effects: number, moment: Moment): Killing {
  let left = effects;
  return () => {
    left -= 1;
    return left === 0 ? moment : null;
  };
}

/** A page that can be killed: of what it asks afterwards nothing is done or answered. */
export function mortal(killing: Killing = () => null) {
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
    /** Does something in this page, with all that follows from it. @returns what came of it, unless the page is killed before */
    run: <T>(work: () => Promise<T>): Promise<T | 'killed'> =>
      asking.run({ between, isDead: () => isDead }, () => Promise.race([death, work()])),
  };
}
