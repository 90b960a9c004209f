import { z } from 'zod';
import { percentOf } from './figures.ts';

/** z of the normal distribution for 95 % confidence. */
const Z95 = 1.959963984540054;

/** A share between 0 and 1 in a hundred, 2 decimals. */
const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;

/** How many of `n` and its share, all in a hundred with 2 decimals. */
export const prevalenceSchema = z.object({
  casos: z.int(),
  /** Null when nobody was measured. */
  porcentaje: z.number().nullable(),
  /** 95 % confidence interval, low and high. */
  intervalo: z.tuple([z.number(), z.number()]).nullable(),
});
export type Prevalence = z.output<typeof prevalenceSchema>;

/**
 * A share with its 95 % confidence interval.
 * Source: Wilson score interval (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, 209–212), which stays within 0–100 and holds for small numbers.
 * @param cases how many have it; @param n how many were measured
 */
export function prevalence(cases: number, n: number): Prevalence {
  if (n === 0) return { casos: 0, porcentaje: null, intervalo: null };
  const share = cases / n;
  const square = Z95 ** 2;
  const middle = (share + square / (2 * n)) / (1 + square / n);
  const half = (Z95 / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  return {
    casos: cases,
    porcentaje: percentOf(cases, n),
    intervalo: [percent(middle - half), percent(middle + half)],
  };
}

/**
 * How serious a prevalence of low length for age is for a place, in ordered bands: the share in a hundred below which it holds.
 * Source: M. de Onis et al., Prevalence thresholds for wasting, overweight and stunting in children under 5 years,
 * Public Health Nutrition 22 (2019) 175–179 (WHO and UNICEF).
 */
export const STUNTING_LEVELS = [
  { below: 2.5, label: 'Muy baja' },
  { below: 10, label: 'Baja' },
  { below: 20, label: 'Media' },
  { below: 30, label: 'Alta' },
  { below: Number.POSITIVE_INFINITY, label: 'Muy alta' },
] as const;

/** The place of a share among {@link STUNTING_LEVELS}, from 0; null when nobody was measured. */
export function stuntingLevel(percentage: number | null): number | null {
  return percentage === null ? null : STUNTING_LEVELS.findIndex(({ below }) => percentage < below);
}
