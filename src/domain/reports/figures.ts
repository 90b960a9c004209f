/** A ratio of two whole numbers, rounded half up, as hundredths: no decimal fraction enters before the end. */
const hundredthsOf = (dividend: number, divisor: number) => Math.round(dividend / divisor) / 100;

/** A part in a hundred of the whole, to 2 decimals; 0 when there is nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : hundredthsOf(part * 100 * 100, whole);
}

/** Children with Desnutrición in a hundred, to 2 decimals; 0 when there are no children. */
export const malnutritionRate = (malnourished: number, children: number): number => percentOf(malnourished, children);

/**
 * The mean weight in kg, to 2 decimals.
 * @param sum of the weights in hundredths of a kg, a whole number
 */
export function meanWeight(sum: number, weights: number): number {
  return hundredthsOf(sum, weights);
}
