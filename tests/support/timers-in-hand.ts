import { vi } from 'vitest';

/**
 * Timers that begin from here on, until the test ends, run as ever, and come due at once where the test lets time go by.
 * @returns lets so many milliseconds go by
 */
export function timersInHand(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}
