import { expect, test } from 'vitest';
import { estimate } from './estimate.mjs';
import { isWithin } from './jobs.mjs';

test('an estimate adds the operators of the model', () => {
  expect(estimate({ taps: 3, commands: 3, keys: 24, swipes: 0 })).toBeCloseTo(14.91);
  expect(estimate({ taps: 0, commands: 0, keys: 0, swipes: 2 })).toBeCloseTo(2.2);
});

test('a job misses its target with one tap too many, in all or before the first field, or with too many seconds', () => {
  const most = { taps: 4, tapsToField: 3, seconds: 15 };
  const done = { taps: 4, field: { taps: 3 }, seconds: 15 };
  expect(isWithin(most, done)).toBe(true);
  expect(isWithin(most, { ...done, field: null })).toBe(true);
  for (const more of [{ taps: 5 }, { field: { taps: 4 } }, { seconds: 15.1 }])
    expect(isWithin(most, { ...done, ...more })).toBe(false);
});
