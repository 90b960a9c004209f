import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lasting } from '../../../tests/support/passing-time.ts';
import { type ComputedCache, createComputedCache, type Pause } from './computed-cache.ts';

const MINUTE = 60_000;
const asIs = <T>(value: T): T => value;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A cache whose computation takes so many seconds; the value is the number of computations. */
function counting({ seconds = 1, restsAfterMs = 10 * MINUTE } = {}) {
  const failed = vi.fn<(error: unknown) => void>();
  const keyOf = vi.fn(() => '2026-11-22');
  const compute = vi.fn(async (_pause: Pause) => {
    await lasting(seconds * 1_000, 'the computing');
    return compute.mock.calls.length;
  });
  return {
    compute,
    failed,
    keyOf,
    picture: createComputedCache({ compute, prepare: asIs, keyOf, failed, restsAfterMs }),
  };
}

/** The value, read at once or after some time. */
async function read<T>(picture: ComputedCache<T>, afterMs = 0) {
  const answer = picture.now();
  await vi.advanceTimersByTimeAsync(afterMs);
  return answer;
}

it.each([1, 10, 20])(
  'a value that takes %i seconds is never older than a minute, and only the first reader waits',
  async (seconds) => {
    const { picture, compute } = counting({ seconds });
    await read(picture, 1_000 * seconds);
    const waits = vi.fn();
    for (let second = 0; second < 600; second += 7) {
      await vi.advanceTimersByTimeAsync(7_000);
      const { at } = await picture.now(waits);
      expect(Date.now() - at.getTime()).toBeLessThanOrEqual(MINUTE);
    }
    expect(waits).not.toHaveBeenCalled();
    expect(compute.mock.calls.length).toBeGreaterThan(9);
    expect(compute.mock.calls.length).toBeLessThan(610 / (58 - 1.3 * seconds) + 2);
  },
);

it('a value from a replica is dated back by its greatest lag', async () => {
  const compute = async () => 'counted';
  const picture = createComputedCache({
    compute,
    prepare: (value) => value,
    keyOf: () => '',
    failed: () => {},
    behindMs: 5_000,
  });
  const { at } = await picture.now();
  expect(Date.now() - at.getTime()).toBe(5_000);
  await picture.close();
});

it('one computation serves all readers that wait', async () => {
  const { picture, compute } = counting();
  const waits = vi.fn();
  const both = Promise.all([picture.now(waits), picture.now(waits)]);
  await vi.advanceTimersByTimeAsync(1_000);
  const [one, other] = await both;
  expect(one).toBe(other);
  expect(compute).toHaveBeenCalledOnce();
  expect(waits).toHaveBeenCalledTimes(2);
});

it.each([-3_600_000, 3_600_000])('a clock that is set by %i ms does not make a value last longer', async (by) => {
  const { picture, compute } = counting();
  const first = picture.now();
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(Date.now() + by);
  await vi.advanceTimersByTimeAsync(500);
  expect((await first).value).toBe(1);
  // One reader, and no further one until the refresh stops.
  await vi.advanceTimersByTimeAsync(20 * MINUTE);
  vi.setSystemTime(Date.now() + by);
  const calls = compute.mock.calls.length;
  expect((await read(picture, 1_000)).value).toBe(calls + 1);
});

it('without readers the refresh stops, and the next reader waits', async () => {
  const { picture, compute } = counting({ restsAfterMs: 2 * MINUTE });
  await read(picture, 1_000);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(compute.mock.calls.length).toBeLessThan(5);
  const before = compute.mock.calls.length;
  const { value, at } = await read(picture, 1_000);
  expect(value).toBe(before + 1);
  expect(Date.now() - at.getTime()).toBe(1_000);
});

describe('a value that takes minutes', () => {
  const SECONDS = 150;
  const slow = () => counting({ seconds: SECONDS });

  it('is computed before anybody reads it, and again after a minute if that failed', async () => {
    const { picture, compute, failed } = slow();
    compute.mockRejectedValueOnce(new Error('the database is gone'));
    void picture.begin();
    await vi.advanceTimersByTimeAsync(0);
    expect(failed).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(MINUTE + 1_000 * SECONDS);
    const waits = vi.fn();
    expect((await picture.now(waits)).value).toBe(2);
    expect(waits).not.toHaveBeenCalled();
    await picture.close();
  });

  it('is computed without readers for a twentieth of the time, and when the day changes', async () => {
    const { picture, compute, keyOf } = slow();
    void picture.begin();
    await vi.advanceTimersByTimeAsync(10 * 60 * MINUTE);
    expect(compute.mock.calls.length).toBeGreaterThan(8);
    expect(compute.mock.calls.length).toBeLessThanOrEqual(12);
    const before = compute.mock.calls.length;
    keyOf.mockReturnValue('2026-11-23');
    await vi.advanceTimersByTimeAsync(2 * MINUTE + 1_000 * SECONDS);
    const { value } = await picture.now();
    expect(value).toBeGreaterThan(before);
    await picture.close();
  });

  it('is read at once after a long time without readers, while the next one is computed', async () => {
    const { picture } = slow();
    void picture.begin();
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    const waits = vi.fn();
    const { value, at } = await picture.now(waits);
    expect(value).toBe(1);
    expect(Date.now() - at.getTime()).toBe(30 * MINUTE);
    await vi.advanceTimersByTimeAsync(1_000 * SECONDS);
    expect((await picture.now(waits)).value).toBe(2);
    expect(waits).not.toHaveBeenCalled();
    await picture.close();
  });

  it('lets its first reader wait for a minute at most, and serves those who come later', async () => {
    const { picture, compute } = slow();
    const refused = expect(picture.now()).rejects.toMatchObject({ code: 'unavailable' });
    await vi.advanceTimersByTimeAsync(MINUTE);
    await refused;
    await vi.advanceTimersByTimeAsync(1_000 * (SECONDS - 60) - 5_000);
    expect((await read(picture, 5_000)).value).toBe(1);
    expect(compute).toHaveBeenCalledOnce();
    await picture.close();
  });

  it('that nobody could compute for long is not read any more', async () => {
    const { picture, compute, failed } = slow();
    void picture.begin();
    await vi.advanceTimersByTimeAsync(1_000 * SECONDS);
    compute.mockRejectedValue(new Error('the database is gone'));
    await vi.advanceTimersByTimeAsync(3 * 60 * MINUTE);
    expect(failed.mock.calls.length).toBeGreaterThan(60);
    await expect(picture.now()).rejects.toThrow('the database is gone');
    await picture.close();
  });
});

it('a failed computation is not cached', async () => {
  const { picture, compute, failed } = counting();
  compute.mockRejectedValueOnce(new Error('the database is gone'));
  await expect(picture.now()).rejects.toThrow('the database is gone');
  expect((await read(picture, 1_000)).value).toBe(2);
  compute.mockRejectedValueOnce(new Error('gone again'));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(failed).toHaveBeenCalledOnce();
  expect((await read(picture, 1_000)).value).toBe(4);
});

it('another day makes a value invalid', async () => {
  const { picture, keyOf } = counting();
  await read(picture, 1_000);
  keyOf.mockReturnValue('2026-11-23');
  expect((await read(picture, 1_000)).value).toBe(2);
});

it('a value that takes more than 20 seconds is cached for ten times as long', async () => {
  const { picture, compute } = counting({ seconds: 30 });
  await read(picture, 30_000);
  await vi.advanceTimersByTimeAsync(260_000);
  expect((await picture.now()).value).toBe(1);
  await vi.advanceTimersByTimeAsync(40_000);
  expect((await picture.now()).value).toBe(2);
  expect(compute).toHaveBeenCalledTimes(2);
  await picture.close();
});

it('the computation pauses for as long as each piece took, unless it hurries for a reader', async () => {
  const taking = (hurries: boolean) =>
    createComputedCache<void>({
      keyOf: () => '',
      failed: () => {},
      prepare: asIs,
      hurries,
      compute: async (pause): Promise<void> => {
        for (let piece = 0; piece < 3; piece += 1) {
          await lasting(100, 'a piece');
          await pause();
        }
      },
    });
  const tookMs = async (picture: ComputedCache<void>) => {
    const begun = Date.now();
    const took = picture.now().then(() => Date.now() - begun);
    await vi.advanceTimersByTimeAsync(1_000);
    return took;
  };
  expect(await tookMs(taking(false))).toBe(600);
  expect(await tookMs(taking(true))).toBeLessThan(320);
});

it('the first computation hurries also without a reader here, because there may be one in another process', async () => {
  const pauses: number[] = [];
  const picture = createComputedCache<void>({
    ...{ keyOf: () => '', failed: () => {}, prepare: asIs, hurries: true },
    compute: async (pause) => {
      await lasting(1_000, 'a piece');
      const paused = Date.now();
      await pause();
      pauses.push(Date.now() - paused);
    },
  });
  void picture.begin();
  await vi.advanceTimersByTimeAsync(2_500);
  // The next one takes its time.
  void picture.begin();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(pauses[0]).toBeLessThan(10);
  expect(pauses[1]).toBe(1_000);
  await picture.close();
});

it('a computation that failed for a reader is tried again without one', async () => {
  const { picture, compute, failed } = counting();
  compute.mockRejectedValueOnce(new Error('the database is away'));
  await expect(picture.now()).rejects.toThrow('the database is away');
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(compute.mock.calls.length).toBeGreaterThan(1);
  expect(failed).not.toHaveBeenCalled();
  const waits = vi.fn();
  await picture.now(waits);
  expect(waits).not.toHaveBeenCalled();
  await picture.close();
});

it('closing ends the computation after the piece under way', async () => {
  let pieces = 0;
  const picture = createComputedCache({
    keyOf: () => '',
    failed: () => {},
    prepare: asIs,
    compute: async (pause): Promise<void> => {
      for (; ; pieces += 1) {
        await lasting(100, 'a piece');
        await pause();
      }
    },
  });
  const answer = picture.now();
  const refused = expect(answer).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(450);
  const closed = picture.close();
  const before = pieces;
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all([closed, refused]);
  expect(pieces).toBe(before);
  await expect(picture.now()).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(pieces).toBe(before);
});
