import { vi } from 'vitest';

/**
 * Controls timers started from here on until the test ends: they run as usual, and fire early when the test advances time.
 * @param alone time advances only by the test, so that a slow machine cannot let a timer fire early
 * @returns advances time by milliseconds
 */
export function controlTimers({ alone = false } = {}): (ms: number) => Promise<unknown> {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: !alone });
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}
