import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classOfTime, isFormTime, MAX_FORM_SECONDS, showFormTime, timeQuantile } from './form-times.ts';

function counted(times: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const time of times) counts.set(classOfTime(time), (counts.get(classOfTime(time)) ?? 0) + 1);
  return counts;
}

test('only whole seconds up to an hour are times', () => {
  for (const seconds of [0, 13, MAX_FORM_SECONDS]) expect(isFormTime(seconds)).toBe(true);
  for (const seconds of [-1, 0.5, MAX_FORM_SECONDS + 1, Number.NaN, '13', null, undefined])
    expect(isFormTime(seconds)).toBe(false);
});

test('every time has a class, and a longer time none before it', () => {
  let last = 0;
  for (let seconds = 0; seconds <= MAX_FORM_SECONDS; seconds += 1) {
    const now = classOfTime(seconds);
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
});

test('a quantile is within a fifth of the exact one, or two seconds', () => {
  const times = fc.array(fc.integer({ min: 0, max: MAX_FORM_SECONDS }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.9), (some, share) => {
      const exact = some.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * some.length) - 1)] ?? 0;
      const estimate = timeQuantile(counted(some), share) ?? Number.NaN;
      expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(Math.max(2, exact * 0.21));
    }),
  );
});

test('without times there is no quantile', () => {
  expect(timeQuantile(new Map(), 0.5)).toBeNull();
});

test('a time is shown in minutes and seconds, without a part that is zero', () => {
  const shown = [0, 42, 60, 76, MAX_FORM_SECONDS].map(showFormTime);
  expect(shown).toEqual(['0 s', '42 s', '1 min', '1 min 16 s', '60 min']);
});
