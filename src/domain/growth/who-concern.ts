import { bandOf, INDICATORS } from './indicators.ts';

/** The stored z-scores of a child's latest control; null or absent if unknown or implausible. */
export interface StoredScores {
  readonly zpeso?: number | null | undefined;
  readonly ztalla?: number | null | undefined;
  readonly zpesotalla?: number | null | undefined;
}

export interface WhoConcern {
  readonly name: string;
  readonly isLow: boolean;
}

const NORMAL = 'Normal';
/** Stunting first, because it is the purpose of the booklet. */
const BY_WEIGHT = ['talla', 'pesotalla', 'peso'] as const;

/** The class by the WHO standards that needs most attention, low ones first; null if all scores are normal or unknown. */
export function whoConcern(scores: StoredScores): WhoConcern | null {
  const concerns = BY_WEIGHT.flatMap((indicator): WhoConcern[] => {
    const z = scores[`z${indicator}`];
    if (z === null || z === undefined) return [];
    const name = bandOf(INDICATORS[indicator].bands, z);
    return name === NORMAL ? [] : [{ name, isLow: z < 0 }];
  });
  return concerns.find(({ isLow }) => isLow) ?? concerns[0] ?? null;
}
