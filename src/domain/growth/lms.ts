import type { Lms } from './who/standards.ts';

const EXTREME = 3;

/**
 * z-score by the LMS method: ((y/M)^L − 1) / (L·S), or ln(y/M)/S where L is 0.
 * Source: WHO Child Growth Standards, Methods and development (2006), chapter 7; `compute_zscore` of WHO Anthro.
 * @param y the measure, in the unit of M
 */
export function lmsScore(y: number, { l, m, s }: Lms): number {
  return l === 0 ? Math.log(y / m) / s : ((y / m) ** l - 1) / (s * l);
}

/** The measure at a z-score: M·(1 + L·S·z)^(1/L). Source: as {@link lmsScore}. */
export function measureAt(z: number, { l, m, s }: Lms): number {
  return l === 0 ? m * Math.exp(s * z) : m * (1 + l * s * z) ** (1 / l);
}

/**
 * z-score of a measure that depends on weight: beyond ±3 its distance is counted in the width from 2 to 3 SD, since the
 * tails of weight are skewed. Source: WHO Child Growth Standards, Methods and development (2006), chapter 7 ("restricted
 * application of the LMS method"); `compute_zscore_adjusted` of WHO Anthro.
 */
export function restrictedScore(y: number, lms: Lms): number {
  const z = lmsScore(y, lms);
  if (Math.abs(z) <= EXTREME) return z;
  const side = Math.sign(z);
  const edge = measureAt(side * EXTREME, lms);
  const width = Math.abs(edge - measureAt(side * (EXTREME - 1), lms));
  return side * EXTREME + (y - edge) / width;
}

/** L, M and S at a share of the way from one row to the next, interpolated linearly, as the WHO does between its rows. */
export function rowBetween(one: Lms, other: Lms, share: number): Lms {
  const between = (name: keyof Lms) => one[name] + share * (other[name] - one[name]);
  return { l: between('l'), m: between('m'), s: between('s') };
}

/** Far below any real difference, far above the noise of binary fractions. */
const NOISE = 1e-9;

/** To so many decimals, halves away from zero, never −0. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return (Math.sign(value) * Math.floor(Math.abs(value) * scale + 0.5 + NOISE)) / scale + 0;
}
