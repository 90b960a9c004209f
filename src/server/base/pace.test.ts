import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const aPart = (ms: number) => async () => {
  await vi.advanceTimersByTimeAsync(ms);
  return ms;
};

/** Whether a part may begin now, after a wait, or not in this run. */
async function begins(pace: ReturnType<typeof createPace>) {
  let may: boolean | undefined;
  void pace.mayBegin().then((answer) => {
    may = answer;
  });
  await vi.advanceTimersByTimeAsync(0);
  return may ?? 'waits';
}

describe('a pace of a tenth of the time', () => {
  it('begins at once, and gives what the part gives', async () => {
    const pace = createPace(() => 0.1);
    expect(await begins(pace)).toBe(true);
    expect(await pace.run(aPart(7))).toBe(7);
  });

  it('waits out a rest nine times as long as the part', async () => {
    const pace = createPace(() => 0.1);
    await pace.run(aPart(100));
    expect(await begins(pace)).toBe('waits');
    await vi.advanceTimersByTimeAsync(899);
    expect(await begins(pace)).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await begins(pace)).toBe(true);
  });

  it('ends the run before a long rest, and begins after it in a later one', async () => {
    const pace = createPace(() => 0.1);
    await pace.run(aPart(1_000));
    expect(await begins(pace)).toBe(false);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await begins(pace)).toBe(true);
  });

  it('rests by the share at the end of the part', async () => {
    let share = 0.1;
    const pace = createPace(() => share);
    share = 0.5;
    await pace.run(aPart(100));
    await vi.advanceTimersByTimeAsync(100);
    expect(await begins(pace)).toBe(true);
  });

  it('rests after a part that failed', async () => {
    const pace = createPace(() => 0.1);
    const failing = pace.run(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      throw new Error('away');
    });
    await expect(failing).rejects.toThrow('away');
    expect(await begins(pace)).toBe(false);
  });
});
