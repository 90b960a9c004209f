/** Beyond this z-score the share is 0 or 100 to twelve decimals. */
const FAR = 7;

/**
 * Share of the reference population below a z-score, in percent: 100·Φ(z), not rounded; error below 1e-10.
 * Source: G. Marsaglia, "Evaluating the Normal Distribution", Journal of Statistical Software 11(4), 2004.
 */
export function percentileOf(z: number): number {
  if (z <= -FAR) return 0;
  if (z >= FAR) return 100;
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 50 + (100 * sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}
