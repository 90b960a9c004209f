import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitChiSquare, dissimilarity, lastDigit, preferenceScore } from './digits.ts';

const WEIGHTS = [133, 108, 103, 64, 38, 55, 75, 47, 81, 92];
const HEIGHTS = [164, 154, 52, 55, 46, 164, 41, 25, 67, 28];

describe('the figures of final digits', () => {
  it.each([
    ['weight', WEIGHTS, 11.86, 14.95],
    ['height', HEIGHTS, 22.77, 30.55],
  ])('equal the published ones of %s', (_, counts, score, index) => {
    expect(preferenceScore(counts)).toBeCloseTo(score, 2);
    // Published to two decimals, 14.949… and 30.552… before rounding.
    expect(Math.abs(Number(dissimilarity(counts)) - index)).toBeLessThanOrEqual(0.006);
  });

  it('are 0 for even digits, and greatest if only one digit occurs', () => {
    expect([dissimilarity(Array(10).fill(7)), preferenceScore(Array(10).fill(7))]).toEqual([0, 0]);
    const one = [0, 0, 0, 80, 0, 0, 0, 0, 0, 0];
    expect(dissimilarity(one)).toBeCloseTo(90, 10);
    expect(preferenceScore(one)).toBeCloseTo(100, 10);
  });

  it('do not exist without measures', () => {
    const none = Array(10).fill(0);
    expect([dissimilarity(none), preferenceScore(none), digitChiSquare(none)]).toEqual([null, null, 0]);
  });

  it('do not depend on the order of digits, nor on the number of measures', () => {
    const counts = fc.array(fc.nat(500), { minLength: 10, maxLength: 10 }).filter((some) => some.some(Boolean));
    fc.assert(
      fc.property(counts, (some) => {
        for (const figure of [dissimilarity, preferenceScore]) {
          expect(figure(some.toReversed())).toBeCloseTo(Number(figure(some)), 8);
          expect(figure(some.map((count) => 3 * count))).toBeCloseTo(Number(figure(some)), 8);
          expect(figure(some)).toBeGreaterThanOrEqual(0);
          expect(figure(some)).toBeLessThanOrEqual(100 + 1e-9);
        }
      }),
    );
  });
});

describe('the last digit', () => {
  it.each([
    [8.55, 6],
    [8.54, 5],
    [8.95, 0],
    [73.2, 2],
    [73, 0],
    [1.05, 1],
    [4.35, 4],
    [9.999, 0],
  ])('of %d is %d', (measure, digit) => {
    expect(lastDigit(measure)).toBe(digit);
  });
});
