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
 * z-score of a weight-based measure: beyond ±3 the distance is counted in widths of the band from 2 to 3 SD, because
 * the tails of weight are skewed. Source: WHO Child Growth Standards, Methods and development (2006), chapter 7 ("restricted
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

/** Linear interpolation of L, M and S between two rows, as the WHO does. */
export function rowBetween(one: Lms, other: Lms, share: number): Lms {
  const between = (name: keyof Lms) => one[name] + share * (other[name] - one[name]);
  return { l: between('l'), m: between('m'), s: between('s') };
}

const NOISE = 1e-9;

/** Rounds halves away from zero and never returns −0. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return (Math.sign(value) * Math.floor(Math.abs(value) * scale + 0.5 + NOISE)) / scale + 0;
}
