/** A ratio of whole numbers, rounded half up to 2 decimals; it divides once, so no rounding error accumulates. */
const hundredthsOf = (dividend: number, divisor: number) => Math.round(dividend / divisor) / 100;

/** In percent, 2 decimals; 0 without a whole. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : hundredthsOf(part * 100 * 100, whole);
}

export const malnutritionRate = (malnourished: number, children: number): number => percentOf(malnourished, children);

/** The mean weight in kg, 2 decimals. @param sum of the weights in hundredths of a kg, a whole number */
export function meanWeight(sum: number, weights: number): number {
  return hundredthsOf(sum, weights);
}
