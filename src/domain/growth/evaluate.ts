import { bodyMassIndex } from './body-mass-index.ts';
import { bandOf, INDICATOR_KEYS, INDICATORS, type Indicator, type IndicatorKey } from './indicators.ts';
import { lmsScore, restrictedScore, roundTo, rowBetween } from './lms.ts';
import { percentileOf } from './percentile.ts';
import type { Lms, Standards, Table } from './who/standards.ts';

export const POSITIONS = ['acostado', 'de pie'] as const;
export type Position = (typeof POSITIONS)[number];

/** The last day that WHO Anthro evaluates: the day before a child completes 61 months. */
export const LAST_DAY = 1856;
/** From this day (24 months) the standards expect a standing measure. */
const STANDING_FROM = 731;
const LYING_DIFFERENCE = 0.7;
/** Before this day (9 months) "standing" is treated as a wrong answer: no child is measured standing then. */
const NEVER_STANDING_BEFORE = 274;
/** The defined range of weight-for-length and weight-for-height, in cm, inclusive. */
const LENGTHS = { wfl: [45, 110], wfh: [65, 120] } as const;

/** kg and cm; null for an unknown value. */
export interface GrowthInput {
  /** Age in whole days; null before the expected date of birth, where only weight-for-length exists. */
  edadDias: number | null;
  peso: number | null;
  longitud: number | null;
  perimetro: number | null;
  /** null: lying under 731 days, standing from then on. */
  medida?: Position | null;
  edema?: boolean;
}

export interface Score {
  z: number;
  exact: number;
  percentile: number;
  /** Implausible by the limits of WHO Anthro: left out of prevalences. */
  flagged: boolean;
  className: string;
}

export interface Evaluation {
  scores: Record<IndicatorKey, Score | null>;
  alerts: string[];
}

/**
 * The length in cm as the standards expect it: lying below 731 days, standing from then on, with 0.7 cm between both.
 * "Standing" before 9 months is treated as lying, as in WHO Anthro.
 * Source: WHO Child Growth Standards, Methods and development (2006), chapter 1; `adjust_lenhei` of WHO Anthro.
 */
export function standardLength(length: number, edadDias: number, medida?: Position | null): number {
  if (medida === 'de pie' && edadDias < STANDING_FROM && edadDias >= NEVER_STANDING_BEFORE)
    return length + LYING_DIFFERENCE;
  if (medida === 'acostado' && edadDias >= STANDING_FROM) return length - LYING_DIFFERENCE;
  return length;
}

const NOISE = 1e-6;

/** L, M and S at a length, interpolated linearly between millimetres as in WHO Anthro; null outside the table. */
function lengthRow({ first, rows }: Table, length: number, [from, to]: readonly [number, number]): Lms | null {
  if (length < from - NOISE || length > to + NOISE) return null;
  const place = length * 10 - first;
  const nearest = Math.round(place);
  if (Math.abs(place - nearest) < NOISE) return rows[nearest] ?? null;
  const before = Math.floor(place);
  const [below, above] = [rows[before], rows[before + 1]];
  return below && above ? rowBetween(below, above, place - before) : null;
}

const isFlagged = (key: IndicatorKey, z: number): boolean => {
  const [low, high] = INDICATORS[key].plausible;
  return z < low || z > high;
};

function scoreOf(key: IndicatorKey, exact: number): Score {
  const { bands }: Indicator = INDICATORS[key];
  const z = roundTo(exact, 2);
  return {
    z,
    exact,
    percentile: percentileOf(exact),
    flagged: isFlagged(key, z),
    className: bandOf(bands, z),
  };
}

/** The sentence about a score that is {@link Score.flagged}. */
export const implausibleText = (key: IndicatorKey): string =>
  `${INDICATORS[key].label} está fuera de lo posible. Revisa ${INDICATORS[key].measures}.`;

function alertsOf({ edadDias, medida, longitud, edema }: GrowthInput, scores: Evaluation['scores']): string[] {
  const days = edadDias ?? 0;
  const alerts = INDICATOR_KEYS.filter((key) => scores[key]?.flagged).map(implausibleText);
  if (edema) alerts.push('Con edema en ambos pies no se evalúa el peso: es señal de desnutrición aguda severa.');
  if (longitud !== null && medida === 'de pie' && days < NEVER_STANDING_BEFORE)
    alerts.push('Antes de los 9 meses la longitud se mide con la niña o el niño acostado. Revisa la medida.');
  return alerts;
}

export const eachIndicator = <T>(value: (key: IndicatorKey) => T): Record<IndicatorKey, T> => ({
  peso: value('peso'),
  talla: value('talla'),
  pesotalla: value('pesotalla'),
  imc: value('imc'),
  perimetro: value('perimetro'),
});

function exactScores(input: GrowthInput, standards: Standards): Record<IndicatorKey, number | null> {
  const { edadDias, medida, edema = false, perimetro } = input;
  const days = edadDias ?? 0;
  const evaluated = Number.isInteger(days) && days >= 0 && days <= LAST_DAY;
  const peso = edema ? null : input.peso;
  const longitud = input.longitud === null ? null : standardLength(input.longitud, days, medida);
  const forLength = days < STANDING_FROM ? 'wfl' : 'wfh';

  const score = (measure: number | null, row: Lms | null | undefined, formula: typeof lmsScore): number | null =>
    evaluated && row && measure !== null && measure > 0 ? formula(measure, row) : null;
  const onDay = (table: Table) => (edadDias === null ? null : table.rows[edadDias]);
  return {
    peso: score(peso, onDay(standards.wfa), restrictedScore),
    talla: score(longitud, onDay(standards.lhfa), lmsScore),
    pesotalla: score(
      peso,
      longitud === null ? null : lengthRow(standards[forLength], longitud, LENGTHS[forLength]),
      restrictedScore,
    ),
    imc: score(bodyMassIndex(peso, longitud), onDay(standards.bfa), restrictedScore),
    perimetro: score(perimetro, onDay(standards.hcfa), lmsScore),
  };
}

/**
 * The five z-scores of a child at one visit, as WHO Anthro computes them: weight, length or height, BMI and head
 * circumference for age in whole days (0–{@link LAST_DAY}), weight for length (below 731 days) or for height.
 * Only the weight-based ones are restricted beyond ±3 SD. A score that cannot be computed is null.
 * Source: WHO Child Growth Standards (2006, head circumference 2007); `igrowup` macros and R package `anthro` of the WHO.
 * @param standards those of the child's sex
 */
export function evaluateGrowth(input: GrowthInput, standards: Standards): Evaluation {
  const exact = exactScores(input, standards);
  const scored = (key: IndicatorKey) => (exact[key] === null ? null : scoreOf(key, exact[key]));
  const scores = eachIndicator(scored);
  return { scores, alerts: alertsOf(input, scores) };
}

export type PlausibleScores = Readonly<Record<IndicatorKey, number | null>>;

/** The z-scores alone; null also for an implausible one. */
export function plausibleScores(input: GrowthInput, standards: Standards): PlausibleScores {
  const exact = exactScores(input, standards);
  return eachIndicator((key) => {
    const value = exact[key];
    const z = value === null ? null : roundTo(value, 2);
    return z === null || isFlagged(key, z) ? null : z;
  });
}
