import { expect, it } from 'vitest';
import { createTotalCache } from './total-cache.ts';
import { COUNT_LIMIT, COUNTED_AT_MOST } from './totals.ts';

it('that there are more results than are counted is cached for a minute, for each search by itself', () => {
  let now = 0;
  const totals = createTotalCache(() => now);
  totals.keep('guaman', COUNT_LIMIT);
  expect([totals.of('guaman'), totals.of('quishpe')]).toEqual([COUNT_LIMIT, undefined]);
  now = 59_999;
  expect(totals.of('guaman')).toBe(COUNT_LIMIT);
  now = 60_000;
  expect(totals.of('guaman')).toBeUndefined();
});

it('an exact total is not cached', () => {
  const totals = createTotalCache();
  totals.keep('guaman', COUNTED_AT_MOST);
  expect(totals.of('guaman')).toBeUndefined();
});

it('a full cache is cleared', () => {
  const totals = createTotalCache();
  for (let search = 0; search < 1_001; search += 1) totals.keep(String(search), COUNT_LIMIT);
  expect([totals.of('0'), totals.of('1000')]).toEqual([undefined, COUNT_LIMIT]);
});
