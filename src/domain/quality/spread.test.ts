import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PowerSums, spreadOf } from './spread.ts';

const sumsOf = (values: readonly number[]): PowerSums => {
  const power = (exponent: number) => values.reduce((sum, value) => sum + value ** exponent, 0);
  return { n: values.length, sums: [power(1), power(2), power(3), power(4)] };
};

const added = (one: PowerSums, other: PowerSums): PowerSums => {
  const [a, b] = [one.sums, other.sums];
  return { n: one.n + other.n, sums: [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]] };
};

/** In two passes, from the deviations themselves. */
function directly(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const moment = (power: number) => values.reduce((sum, value) => sum + (value - mean) ** power, 0) / values.length;
  return {
    deviation: Math.sqrt((moment(2) * values.length) / (values.length - 1)),
    skewness: moment(3) / moment(2) ** 1.5,
    kurtosis: moment(4) / moment(2) ** 2,
  };
}

const scores = fc.array(
  fc.integer({ min: -600, max: 600 }).map((hundredths) => hundredths / 100),
  { minLength: 5, maxLength: 300 },
);
const varied = scores.filter((some) => directly(some).deviation > 0.1);

describe('the spread of scores', () => {
  it('equals the one from the deviations themselves', () => {
    fc.assert(
      fc.property(varied, (values) => {
        const [spread, direct] = [spreadOf(sumsOf(values)), directly(values)];
        expect(spread?.deviation).toBeCloseTo(direct.deviation, 6);
        expect(spread?.skewness).toBeCloseTo(direct.skewness, 4);
        expect(spread?.kurtosis).toBeCloseTo(direct.kurtosis, 4);
      }),
    );
  });

  it('of two groups follows from their added sums', () => {
    fc.assert(
      fc.property(varied, varied, (one, other) => {
        const [sum, both] = [spreadOf(added(sumsOf(one), sumsOf(other))), spreadOf(sumsOf([...one, ...other]))];
        expect(sum?.deviation).toBeCloseTo(Number(both?.deviation), 8);
        expect(sum?.kurtosis).toBeCloseTo(Number(both?.kurtosis), 6);
      }),
    );
  });

  it('has no shape if all values are equal, and needs two values', () => {
    expect(spreadOf(sumsOf([-1.25, -1.25, -1.25]))).toMatchObject({ n: 3, skewness: null, kurtosis: null });
    expect(spreadOf(sumsOf([1]))).toBeNull();
    expect(spreadOf(sumsOf([]))).toBeNull();
  });

  it('of 2, 4, 4, 4, 5, 5, 7, 9 is known', () => {
    const spread = spreadOf(sumsOf([2, 4, 4, 4, 5, 5, 7, 9]));
    expect(spread?.deviation).toBeCloseTo(Math.sqrt(32 / 7), 10);
    expect(spread?.skewness).toBeCloseTo(0.65625, 10);
    expect(spread?.kurtosis).toBeCloseTo(2.78125, 10);
  });
});
