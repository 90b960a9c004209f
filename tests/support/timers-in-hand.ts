import { vi } from 'vitest';

/**
 * Timers that begin from here on, until the test ends, run as ever, and come due at once where the test lets time go by.
 * @param alone time goes by only where the test lets it: then no machine is too slow for what happens before a timer is due
 * @returns lets so many milliseconds go by
 */
export function timersInHand({ alone = false } = {}): (ms: number) => Promise<unknown> {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: !alone });
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}
