import type { IndicatorKey } from '../growth/indicators.ts';

export const MEASURES = ['peso', 'longitud', 'perimetro'] as const;
export type Measure = (typeof MEASURES)[number];

/** The z-scores whose implausible values are counted, and those whose spread is described. */
export const SCORES = ['talla', 'peso', 'pesotalla', 'perimetro'] as const satisfies readonly IndicatorKey[];
export type ScoreKey = (typeof SCORES)[number];
export const SPREAD_SCORES = ['talla', 'peso', 'pesotalla'] as const satisfies readonly ScoreKey[];
export type SpreadKey = (typeof SPREAD_SCORES)[number];

export const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
type Digit = (typeof DIGITS)[number];
const POWERS = [1, 2, 3, 4] as const;
type Power = (typeof POWERS)[number];

/** The names of what is counted; every figure is computed from these sums, which add up over people, places and months. */
export type CountName =
  | 'controles'
  | 'evaluables'
  | 'comparados'
  | 'acortados'
  | `${Measure}Con`
  | `${Measure}Igual`
  | `${Measure}${Digit}`
  | `${ScoreKey}Puntajes`
  | `${ScoreKey}Fuera`
  | `${SpreadKey}Suma${Power}`;

const of = <A extends string, B extends string | number>(names: readonly A[], ends: readonly B[]) =>
  names.flatMap((name) => ends.map((end): `${A}${B}` => `${name}${end}`));

export const COUNT_NAMES: readonly CountName[] = [
  'controles',
  'evaluables',
  'comparados',
  'acortados',
  ...of(MEASURES, ['Con', 'Igual']),
  ...of(MEASURES, DIGITS),
  ...of(SCORES, ['Puntajes', 'Fuera']),
  ...of(
    SPREAD_SCORES,
    POWERS.map((power): `Suma${Power}` => `Suma${power}`),
  ),
];

export type Counts = Record<CountName, number>;

export const noCounts = (): Counts => Object.fromEntries(COUNT_NAMES.map((name) => [name, 0])) as Counts;

export const digitCounts = (counts: Counts, measure: Measure): number[] =>
  DIGITS.map((digit) => counts[`${measure}${digit}`]);

/** Days of a month, by which a person's controls are counted. */
export const MONTH_DAYS_AT_MOST = 31;
