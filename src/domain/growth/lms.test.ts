import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lmsScore, measureAt, restrictedScore, roundTo } from './lms.ts';

/** Boys' weight at birth. */
const lms = { l: 0.3487, m: 3.3464, s: 0.14602 };
const anyLms = fc.record({
  l: fc.constantFrom(-2, -0.3521, 0, 0.2, 1),
  m: fc.double({ min: 2, max: 120, noNaN: true }),
  s: fc.double({ min: 0.03, max: 0.15, noNaN: true }),
});

describe('the LMS score', () => {
  it('is 0 at the median', () => {
    fc.assert(fc.property(anyLms, (row) => lmsScore(row.m, row) === 0 && restrictedScore(row.m, row) === 0));
  });

  it('is the inverse of measureAt', () => {
    fc.assert(
      fc.property(anyLms, fc.double({ min: -3, max: 3, noNaN: true }), (row, z) => {
        expect(lmsScore(measureAt(z, row), row)).toBeCloseTo(z, 8);
      }),
    );
  });

  it('with L = 1 is symmetric about the median', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 9, noNaN: true }), (by) => {
        const row = { l: 1, m: 50, s: 0.04 };
        expect(lmsScore(50 + by, row)).toBeCloseTo(-lmsScore(50 - by, row), 10);
      }),
    );
  });
});

describe('the restricted score', () => {
  const edge = (z: number) => measureAt(z, lms);

  it('equals the plain score up to ±3', () => {
    for (const z of [-3, -2.9, 0, 2.9, 3]) expect(restrictedScore(edge(z), lms)).toBeCloseTo(z, 10);
  });

  it('is counted beyond ±3 in widths of the band from 2 to 3 SD', () => {
    expect(restrictedScore(edge(3) + (edge(3) - edge(2)), lms)).toBeCloseTo(4, 10);
    expect(restrictedScore(edge(-3) - (edge(-2) - edge(-3)), lms)).toBeCloseTo(-4, 10);
    expect(restrictedScore(edge(3) + (edge(3) - edge(2)), lms)).not.toBeCloseTo(
      lmsScore(2 * edge(3) - edge(2), lms),
      2,
    );
  });

  it('is continuous at ±3', () => {
    for (const z of [-3, 3]) {
      const [before, after] = [edge(z) - 1e-7, edge(z) + 1e-7].map((y) => restrictedScore(y, lms));
      expect(Math.abs(Number(after) - Number(before))).toBeLessThan(1e-5);
    }
  });

  it('increases with the measure', () => {
    const weight = fc.double({ min: 0.9, max: 58, noNaN: true });
    fc.assert(
      fc.property(anyLms, weight, weight, (row, one, other) => {
        fc.pre(Math.abs(one - other) > 1e-6);
        expect(Math.sign(restrictedScore(one, row) - restrictedScore(other, row))).toBe(Math.sign(one - other));
      }),
    );
  });
});

describe('roundTo', () => {
  it.each([
    [1.005, 1.01],
    [-1.005, -1.01],
    [2.675, 2.68],
    [-0.001, 0],
    [0.004999, 0],
    [-6.0888, -6.09],
  ])('%d is rounded to %d', (value, rounded) => {
    expect(Object.is(roundTo(value, 2), rounded)).toBe(true);
  });
});
