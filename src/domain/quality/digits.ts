import { roundTo } from '../growth/lms.ts';

const EXPECTED_SHARE = 0.1;
const DEGREES_OF_FREEDOM = 9;

/** The last digit of a measure after rounding to 0.1 (kg or cm): 8.55 is read as 8.6. */
export const lastDigit = (measure: number): number => Math.round(roundTo(measure, 1) * 10) % 10;

export const totalOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Index of dissimilarity of final digits, half the sum of |p − 10 %|, in percent: the share of measures that would need another
 * digit for all ten to be equally frequent. 0 is even, 90 is one digit only.
 * Source: WHO and UNICEF, Recommendations for data collection, analysis and reporting on anthropometric indicators in
 * children under 5 years old (2019), chapter 3.1 (digit preference); the index is that of Myers' blended method
 * (R. J. Myers, Transactions of the Actuarial Society of America 41, 1940).
 * @param counts of the digits 0–9 @returns null without measures
 */
export function dissimilarity(counts: readonly number[]): number | null {
  const n = totalOf(counts);
  if (n === 0) return null;
  return 100 * 0.5 * counts.reduce((sum, count) => sum + Math.abs(count / n - EXPECTED_SHARE), 0);
}

/** Pearson's χ² of final digits against ten equal shares, 9 degrees of freedom. */
export function digitChiSquare(counts: readonly number[]): number {
  const expected = totalOf(counts) * EXPECTED_SHARE;
  return expected === 0 ? 0 : counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/**
 * Digit preference score, 100 · sqrt(χ² / (n · df)) with df = 9: 0 is even, 100 is one digit only.
 * Source: K. Kuulasmaa et al., WHO MONICA Project, Quality assessment of data on blood pressure (1998); SMART, Plausibility
 * check for anthropometry (2015).
 * @param counts of the digits 0–9 @returns null without measures
 */
export function preferenceScore(counts: readonly number[]): number | null {
  const n = totalOf(counts);
  return n === 0 ? null : 100 * Math.sqrt(digitChiSquare(counts) / (n * DEGREES_OF_FREEDOM));
}
