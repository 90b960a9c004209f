import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lasting } from '../../../tests/support/passing-time.ts';
import { createPicture, type Pause, type Picture } from './picture.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A picture that takes so many seconds to compute; its value is how often that was done. */
function counting({ seconds = 1, restsAfterMs = 10 * MINUTE } = {}) {
  const failed = vi.fn<(error: unknown) => void>();
  const of = vi.fn(() => '2026-11-22');
  const compute = vi.fn(async (_pause: Pause) => {
    await lasting(seconds * 1_000, 'the computing');
    return compute.mock.calls.length;
  });
  return { compute, failed, of, picture: createPicture({ compute, of, failed, restsAfterMs }) };
}

/** What it answers at once, or once some time has passed. */
async function read<T>(picture: Picture<T>, afterMs = 0) {
  const answer = picture.now();
  await vi.advanceTimersByTimeAsync(afterMs);
  return answer;
}

it.each([1, 10, 20])(
  'of %i seconds is never older than a minute when it is answered, and nobody waits but the first',
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

it('of a replica is as of as long ago as that may be behind', async () => {
  const compute = async () => 'counted';
  const picture = createPicture({ compute, of: () => '', failed: () => {}, behindMs: 5_000 });
  const { at } = await picture.now();
  expect(Date.now() - at.getTime()).toBe(5_000);
  await picture.close();
});

it('is computed once for all who ask meanwhile', async () => {
  const { picture, compute } = counting();
  const waits = vi.fn();
  const both = Promise.all([picture.now(waits), picture.now(waits)]);
  await vi.advanceTimersByTimeAsync(1_000);
  const [one, other] = await both;
  expect(one).toBe(other);
  expect(compute).toHaveBeenCalledOnce();
  expect(waits).toHaveBeenCalledTimes(2);
});

it.each([-3_600_000, 3_600_000])('is not kept for longer when the clock is set by %i ms', async (by) => {
  const { picture, compute } = counting();
  const first = picture.now();
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(Date.now() + by);
  await vi.advanceTimersByTimeAsync(500);
  expect((await first).value).toBe(1);
  // Somebody asks, and nobody more until it rests.
  await vi.advanceTimersByTimeAsync(20 * MINUTE);
  vi.setSystemTime(Date.now() + by);
  const calls = compute.mock.calls.length;
  expect((await read(picture, 1_000)).value).toBe(calls + 1);
});

it('rests when nobody asks, and is then waited for', async () => {
  const { picture, compute } = counting({ restsAfterMs: 2 * MINUTE });
  await read(picture, 1_000);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(compute.mock.calls.length).toBeLessThan(5);
  const before = compute.mock.calls.length;
  const { value, at } = await read(picture, 1_000);
  expect(value).toBe(before + 1);
  expect(Date.now() - at.getTime()).toBe(1_000);
});

it('that cannot be computed is not kept', async () => {
  const { picture, compute, failed } = counting();
  compute.mockRejectedValueOnce(new Error('the database is gone'));
  await expect(picture.now()).rejects.toThrow('the database is gone');
  expect((await read(picture, 1_000)).value).toBe(2);
  compute.mockRejectedValueOnce(new Error('gone again'));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(failed).toHaveBeenCalledOnce();
  expect((await read(picture, 1_000)).value).toBe(4);
});

it('is taken anew on another day', async () => {
  const { picture, of } = counting();
  await read(picture, 1_000);
  of.mockReturnValue('2026-11-23');
  expect((await read(picture, 1_000)).value).toBe(2);
});

it('is kept for three times as long as it takes, where that is more than a minute', async () => {
  const { picture, compute } = counting({ seconds: 30 });
  await read(picture, 30_000);
  await vi.advanceTimersByTimeAsync(50_000);
  expect((await picture.now()).value).toBe(1);
  await vi.advanceTimersByTimeAsync(40_000);
  expect((await picture.now()).value).toBe(2);
  expect(compute).toHaveBeenCalledTimes(3);
});

it('pauses as long as each piece took, unless it hurries for somebody', async () => {
  const taking = (hurries: boolean) =>
    createPicture({
      of: () => '',
      failed: () => {},
      hurries,
      compute: async (pause) => {
        for (let piece = 0; piece < 3; piece += 1) {
          await lasting(100, 'a piece');
          await pause();
        }
      },
    });
  const tookMs = async (picture: Picture<void>) => {
    const begun = Date.now();
    const took = picture.now().then(() => Date.now() - begun);
    await vi.advanceTimersByTimeAsync(1_000);
    return took;
  };
  expect(await tookMs(taking(false))).toBe(600);
  expect(await tookMs(taking(true))).toBeLessThan(320);
});

it('ends with its server: the piece under way is the last one', async () => {
  let pieces = 0;
  const picture = createPicture({
    of: () => '',
    failed: () => {},
    compute: async (pause) => {
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
