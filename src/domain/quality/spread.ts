/** Sums of the first four powers of n values: the sums of two groups added are those of both. */
export interface PowerSums {
  readonly n: number;
  readonly sums: readonly [number, number, number, number];
}

interface Spread {
  readonly n: number;
  readonly deviation: number;
  /** Null if all values are equal. */
  readonly skewness: number | null;
  readonly kurtosis: number | null;
}

/**
 * Standard deviation (of a sample, n − 1), skewness m3 / m2^1.5 and kurtosis m4 / m2² (3 for a normal distribution).
 * Source: WHO and UNICEF, Recommendations for data collection, analysis and reporting on anthropometric indicators in
 * children under 5 years old (2019), chapter 3.1 (standard deviation and shape of the distribution of z-scores).
 * @returns null for fewer than two values
 */
export function spreadOf({ n, sums }: PowerSums): Spread | null {
  if (n < 2) return null;
  const [first, second, third, fourth] = sums.map((sum) => sum / n) as [number, number, number, number];
  const m2 = Math.max(0, second - first ** 2);
  const m3 = third - 3 * first * second + 2 * first ** 3;
  const m4 = fourth - 4 * first * third + 6 * first ** 2 * second - 3 * first ** 4;
  const varies = m2 > 1e-9;
  return {
    n,
    deviation: Math.sqrt((m2 * n) / (n - 1)),
    skewness: varies ? m3 / m2 ** 1.5 : null,
    kurtosis: varies ? m4 / m2 ** 2 : null,
  };
}
