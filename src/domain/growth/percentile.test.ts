import fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentileOf } from './percentile.ts';

/** Φ from published tables of the normal distribution, to ten decimals. */
it.each([
  [0, 50],
  [1, 84.1344746069],
  [-1, 15.8655253931],
  [1.6448536269514722, 95],
  [-1.6448536269514722, 5],
  [1.0364333894937898, 85],
  [-2, 2.275013194818],
  [2.5758293035489004, 99.5],
  [-3, 0.134989803163],
  [5, 99.9999713348],
  [-6.5, 0.000000004016],
])('z %d is the percentile %d', (z, percentile) => {
  expect(percentileOf(z)).toBeCloseTo(percentile, 8);
});

it('the percentile is between 0 and 100, increasing and symmetric', () => {
  const score = fc.double({ min: -60, max: 60, noNaN: true });
  fc.assert(
    fc.property(score, score, (one, other) => {
      const [low, high] = [percentileOf(Math.min(one, other)), percentileOf(Math.max(one, other))];
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(100);
      expect(high - low).toBeGreaterThan(-1e-9);
      expect(percentileOf(one) + percentileOf(-one)).toBeCloseTo(100, 9);
    }),
  );
});
