import { expect, it } from 'vitest';
import { createTotalCache } from './total-cache.ts';

it('a large total is cached for a minute, each search by itself', () => {
  let now = 0;
  const totals = createTotalCache(() => now);
  totals.counted('guaman', 1_001);
  expect([totals.of('guaman'), totals.of('quishpe')]).toEqual([1_001, undefined]);
  now = 59_999;
  expect(totals.of('guaman')).toBe(1_001);
  now = 60_000;
  expect(totals.of('guaman')).toBeUndefined();
});

it('a smaller total is not cached', () => {
  const totals = createTotalCache();
  totals.counted('guaman', 1_000);
  expect(totals.of('guaman')).toBeUndefined();
});

it('a full cache is cleared', () => {
  const totals = createTotalCache();
  for (let search = 0; search < 1_001; search += 1) totals.counted(String(search), 5_000);
  expect([totals.of('0'), totals.of('1000')]).toEqual([undefined, 5_000]);
});
