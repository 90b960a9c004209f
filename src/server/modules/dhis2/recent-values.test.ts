import { expect, it } from 'vitest';
import { createRecentValues } from './recent-values.ts';

const later = () => {
  const waiting: (() => void)[] = [];
  return { next: () => waiting.shift()?.(), wait: () => new Promise<void>((resolve) => waiting.push(resolve)) };
};

it('those who ask at once share one computation, and different ones are computed one after the other', async () => {
  const { next, wait } = later();
  const begun: string[] = [];
  const recent = createRecentValues(async (ask: string) => {
    begun.push(ask);
    await wait();
    return `${ask}!`;
  });
  const [first, same, other] = [recent.of('a', 'a'), recent.of('a', 'a'), recent.of('b', 'b')];
  await expect.poll(() => begun).toEqual(['a']);
  next();
  expect((await first).value).toBe('a!');
  expect(await same).toBe(await first);
  await expect.poll(() => begun).toEqual(['a', 'b']);
  next();
  expect((await other).value).toBe('b!');
});

it('a failed computation is not kept, and does not stop others', async () => {
  let fails = true;
  const recent = createRecentValues(async () => {
    if (fails) throw new Error('no');
    return 1;
  });
  await expect(recent.of('a', null)).rejects.toThrow('no');
  fails = false;
  expect((await recent.of('b', null)).value).toBe(1);
  expect((await recent.of('a', null)).value).toBe(1);
});

it('four are computed or wait, more are refused, and their places become free again', async () => {
  const { next, wait } = later();
  const begun: string[] = [];
  const recent = createRecentValues(async (ask: string) => {
    begun.push(ask);
    await wait();
    return ask;
  });
  const all = [...'abcd'].map((key) => recent.of(key, key));
  await expect(recent.of('e', 'e')).rejects.toMatchObject({ code: 'tooManyPeriods', retryAfter: 60 });
  const same = recent.of('d', 'd');
  for (const [at, one] of all.entries()) {
    await expect.poll(() => begun.length).toBe(at + 1);
    next();
    await one;
  }
  expect((await same).value).toBe('d');
  const afterwards = recent.of('e', 'e');
  await expect.poll(() => begun).toEqual([...'abcde']);
  next();
  expect((await afterwards).value).toBe('e');
});
