import { z } from 'zod';
import { percentOf } from './figures.ts';

const Z95 = 1.959963984540054;

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;

export const prevalenceSchema = z.object({
  casos: z.int(),
  porcentaje: z.number().nullable(),
  intervalo: z.tuple([z.number(), z.number()]).nullable(),
});
export type Prevalence = z.output<typeof prevalenceSchema>;

/** Wilson score interval, 95 % (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, 209–212): within 0–100, valid for small `n`. @param n persons measured */
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

/** Levels of low length for age in a population, in percent: M. de Onis et al., Public Health Nutrition 22 (2019) 175–179 (WHO and UNICEF). */
export const STUNTING_LEVELS = [
  { below: 2.5, label: 'Muy baja' },
  { below: 10, label: 'Baja' },
  { below: 20, label: 'Media' },
  { below: 30, label: 'Alta' },
  { below: Number.POSITIVE_INFINITY, label: 'Muy alta' },
] as const;

export function stuntingLevel(percentage: number | null): number | null {
  return percentage === null ? null : STUNTING_LEVELS.findIndex(({ below }) => percentage < below);
}

/** Shares of fewer children have no level: one child more would change it. */
export const CLASSIFIED_FROM = 10;

/** @returns the level of a place on a map, or null if too few were measured. @param n persons measured */
export const levelOfPlace = (n: number, percentage: number | null): number | null =>
  n < CLASSIFIED_FROM ? null : stuntingLevel(percentage);
