import { daysBetween, showDay } from '../calendar.ts';
import { showNumber } from '../fields/number.ts';
import { type Birth, daysOfAge, growthAge, isCorrected } from './corrected-age.ts';
import { type Evaluation, evaluateGrowth, type PlausibleScores } from './evaluate.ts';
import type { GrowthAge } from './growth-age.ts';
import { INDICATOR_KEYS, INDICATORS, type IndicatorKey } from './indicators.ts';
import { roundTo } from './lms.ts';
import type { Standards } from './who/standards.ts';

const MEASURES = ['peso', 'longitud', 'perimetro'] as const;
type Measure = (typeof MEASURES)[number];

/** A control: kg and cm, `fecha` as `YYYY-MM-DD`. */
export type GrowthControl = Readonly<Record<Measure, number | null> & { fecha: string }>;

interface GrowthWarning {
  about: IndicatorKey;
  sentence: string;
}

export interface TrajectoryStep<C extends GrowthControl = GrowthControl> {
  control: C;
  /** Null without a day of birth. */
  edad: GrowthAge | null;
  evaluation: Evaluation | null;
  /** By the chronological age, if {@link evaluation} is by the corrected one. */
  uncorrected: Evaluation | null;
  /** Difference from the previous control, kg and cm to 2 decimals; null if one value is missing. */
  change: Record<Measure, number | null>;
  zChange: Record<IndicatorKey, number | null>;
  crossed: IndicatorKey[];
  warnings: GrowthWarning[];
}

/** A fall of length-for-age by one percentile band, in SD: growth that falters. */
const FALL = 0.67;
/** The fall is counted from the best control within this many days, so that a slow fall is found too. */
const FALL_DAYS = 183;
const LIMITS = [-3, -2] as const;

export function showScore(z: number): string {
  const figure = showNumber(Math.abs(z), 2);
  return z < 0 ? `−${figure}` : z > 0 ? `+${figure}` : figure;
}

/** The score of a step as it compares with another: both at the chronological age if the other one has no corrected age any more. */
const plausible = (step: TrajectoryStep | undefined, key: IndicatorKey, now = step): number | null => {
  const evaluation = (isCorrected(now?.edad ?? null) ? null : step?.uncorrected) ?? step?.evaluation;
  const score = evaluation?.scores[key];
  return score && !score.flagged ? score.z : null;
};
const difference = (now: number | null | undefined, before: number | null | undefined) =>
  now == null || before == null ? null : roundTo(now - before, 2);

function weightWarning(now: GrowthControl, earlier: readonly TrajectoryStep[]): GrowthWarning[] {
  const weights = earlier.flatMap(({ control: { peso } }) => (peso === null ? [] : [peso]));
  const [before, last] = weights.slice(-2);
  const { peso } = now;
  if (peso === null) return [];
  const kg = (value: number) => `${showNumber(value, 2)} kg`;
  const warning = (sentence: string): GrowthWarning[] => [{ about: 'peso', sentence }];
  if (before !== undefined && last !== undefined && peso <= before)
    return warning(`El peso no sube desde hace dos controles (de ${kg(before)} a ${kg(peso)}).`);
  const latest = last ?? before;
  if (latest === undefined || peso >= latest) return [];
  return warning(`El peso bajó ${kg(roundTo(latest - peso, 2))} desde el control anterior.`);
}

function fallWarning(step: TrajectoryStep, earlier: readonly TrajectoryStep[]): GrowthWarning[] {
  const now = plausible(step, 'talla');
  const measured = earlier.filter((other) => plausible(other, 'talla', step) !== null);
  const last = measured.at(-1);
  const recent = measured.filter(
    (other) => other === last || daysBetween(other.control.fecha, step.control.fecha) <= FALL_DAYS,
  );
  const best = recent.reduce<TrajectoryStep | undefined>(
    (top, other) =>
      (plausible(other, 'talla', step) ?? 0) >= (plausible(top, 'talla', step) ?? Number.NEGATIVE_INFINITY)
        ? other
        : top,
    undefined,
  );
  const before = plausible(best, 'talla', step);
  if (now === null || before === null || !best || (difference(before, now) ?? 0) < FALL) return [];
  const since = showDay(best.control.fecha);
  const fromTo = `de ${showScore(before)} a ${showScore(now)} DE`;
  return [
    { about: 'talla', sentence: `Crece menos de lo esperado: la talla para la edad bajó ${fromTo} desde el ${since}.` },
  ];
}

const passedLimit = (now: number, before: number) => LIMITS.find((line) => now < line && before >= line);

function crossings(step: TrajectoryStep, earlier: readonly TrajectoryStep[]): GrowthWarning[] {
  return INDICATOR_KEYS.flatMap((key) => {
    const now = plausible(step, key);
    const last = earlier.findLast((other) => plausible(other, key, step) !== null);
    const before = plausible(last, key, step);
    const limit = now === null || before === null ? undefined : passedLimit(now, before);
    if (now === null || before === null || limit === undefined) return [];
    const { label } = INDICATORS[key];
    const className = step.evaluation?.scores[key]?.className.toLocaleLowerCase('es');
    const fromTo = `de ${showScore(before)} a ${showScore(now)}`;
    return [{ about: key, sentence: `${label} pasó por debajo de −${-limit} DE (${fromTo}): ${className}.` }];
  });
}

/** The indicators that fell below −2 or −3 at the last of these controls: `crossed` of its {@link TrajectoryStep}. */
export function crossedAtLast(scores: readonly PlausibleScores[]): IndicatorKey[] {
  const [last, earlier] = [scores.at(-1), scores.slice(0, -1)];
  return INDICATOR_KEYS.filter((key) => {
    const now = last?.[key] ?? null;
    const before = earlier.findLast((one) => one[key] !== null)?.[key] ?? null;
    return now !== null && before !== null && passedLimit(now, before) !== undefined;
  });
}

/** @returns the controls by their day; those of one day in the given order */
export const byDay = <C extends GrowthControl>(controls: readonly C[]): C[] =>
  [...controls].sort((one, other) => (one.fecha < other.fecha ? -1 : one.fecha > other.fecha ? 1 : 0));

/** The scores of a control at this age; null without standards. @param edadDias see `GrowthInput` */
export const evaluationAt = (
  { peso, longitud, perimetro }: GrowthControl,
  edadDias: number | null,
  standards: Standards | null,
): Evaluation | null => standards && evaluateGrowth({ edadDias, peso, longitud, perimetro }, standards);

/**
 * A child's controls with the changes between them and their warnings: length-for-age that fell by 0.67 SD or more, from the
 * last control or from the best of the six months before; weight that does not rise over two controls, or falls; a z-score
 * that fell below −2 or −3.
 * @param controls in any order; on the same day in the order they were registered
 * @param birth `YYYY-MM-DD`; without it, or without standards (of the child's sex), there are no z-scores
 */
export function trajectoryOf<C extends GrowthControl>(
  controls: readonly C[],
  child: Birth,
  standards: Standards | null,
): TrajectoryStep<C>[] {
  const steps: TrajectoryStep<C>[] = [];
  for (const control of byDay(controls)) {
    const last = steps.at(-1);
    const edad = growthAge(child, control.fecha);
    const evaluatedAt = (edadDias: number | null) => evaluationAt(control, edadDias, standards);
    const step: TrajectoryStep<C> = {
      control,
      edad,
      evaluation: edad && evaluatedAt(daysOfAge(edad)),
      uncorrected: edad && isCorrected(edad) ? evaluatedAt(edad.cronologica) : null,
      change: changes(MEASURES, (name) => difference(control[name], last?.control[name])),
      zChange: changes(INDICATOR_KEYS, () => null),
      crossed: [],
      warnings: [],
    };
    step.zChange = changes(INDICATOR_KEYS, (key) => difference(plausible(step, key), plausible(last, key, step)));
    const passed = crossings(step, steps);
    step.crossed = passed.map(({ about }) => about);
    step.warnings = [...weightWarning(control, steps), ...fallWarning(step, steps), ...passed];
    steps.push(step);
  }
  return steps;
}

function changes<K extends string>(names: readonly K[], value: (name: K) => number | null): Record<K, number | null> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, number | null>;
}
