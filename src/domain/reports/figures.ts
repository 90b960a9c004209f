/** A ratio of two whole numbers, rounded half up, as hundredths: no decimal fraction enters before the end. */
const hundredthsOf = (dividend: number, divisor: number) => Math.round(dividend / divisor) / 100;

/** Children with Desnutrición in a hundred, to 2 decimals; 0 when there are no children. */
export function malnutritionRate(malnourished: number, children: number): number {
  return children === 0 ? 0 : hundredthsOf(malnourished * 100 * 100, children);
}

/**
 * The mean weight in kg, to 2 decimals.
 * @param sum of the weights in hundredths of a kg, a whole number
 */
export function meanWeight(sum: number, weights: number): number {
  return hundredthsOf(sum, weights);
}
