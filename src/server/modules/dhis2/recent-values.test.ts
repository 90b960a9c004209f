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
  expect(same).toBe(first);
  await expect.poll(() => begun).toEqual(['a']);
  next();
  expect((await first).value).toBe('a!');
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
