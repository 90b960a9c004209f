import { daysBetween } from '../calendar.ts';
import { showNumber } from '../fields/number.ts';
import { INDICATORS, type IndicatorKey } from '../growth/indicators.ts';
import { malnutritionStatus } from '../growth/malnutrition.ts';
import { MALNOURISHED, NOT_EVALUATED, OVERWEIGHT } from '../growth/status.ts';
import type { GrowthControl, TrajectoryStep } from '../growth/trajectory.ts';

/** How a child grows since the control before. */
export type GrowthOutcome = 'first' | 'better' | 'well' | 'attention' | 'unknown';

/** The indicators that a visit shows: stunting first, because it is the purpose of the booklet. */
export const VISIT_INDICATORS: readonly IndicatorKey[] = ['talla', 'peso', 'pesotalla'];

/** A step whose control has the age in months that the programme's table needs. */
type VisitStep = TrajectoryStep<GrowthControl & { readonly edad: number | null }>;

const LOW = -2;
const HIGH = 2;
/** Weight for length and body mass index: a child is not too tall or too heavy for its age alone. */
const EXCESSES: readonly IndicatorKey[] = ['pesotalla', 'imc'];

const LEADS = {
  first: 'Es su primer control.',
  better: 'Va mejor.',
  well: 'Crece bien.',
  attention: 'Necesita atención.',
  unknown: 'No hay con qué comparar su crecimiento.',
} as const satisfies Record<GrowthOutcome, string>;

function scoreOf(step: TrajectoryStep | undefined, key: IndicatorKey) {
  const score = step?.evaluation?.scores[key];
  return score && !score.flagged ? score : null;
}

const statusOf = (step: VisitStep | undefined) => malnutritionStatus(step?.control ?? null);
const isMalnourished = (step: VisitStep | undefined) => statusOf(step) === MALNOURISHED;

/** Low by the WHO standards or by the programme's table, which may differ. */
const isLow = (step: VisitStep | undefined) =>
  isMalnourished(step) || VISIT_INDICATORS.some((key) => (scoreOf(step, key)?.z ?? 0) < LOW);

const isOverweight = (step: VisitStep | undefined) =>
  statusOf(step) === OVERWEIGHT || EXCESSES.some((key) => (scoreOf(step, key)?.z ?? 0) > HIGH);

const isComparable = (step: VisitStep | undefined) =>
  statusOf(step) !== NOT_EVALUATED || VISIT_INDICATORS.some((key) => scoreOf(step, key) !== null);

const needsAttention = (step: VisitStep | undefined) =>
  step !== undefined &&
  (step.warnings.length > 0 || (step.evaluation?.alerts.length ?? 0) > 0 || isLow(step) || isOverweight(step));

/** @param steps of {@link trajectoryOf}, at least one */
export function growthOutcome(steps: readonly VisitStep[]): GrowthOutcome {
  const [before, now] = [steps.at(-2), steps.at(-1)];
  if (needsAttention(now)) return 'attention';
  if (!isComparable(now)) return 'unknown';
  if (!before) return 'first';
  return isLow(before) ? 'better' : 'well';
}

function weightText(change: number | null): string | null {
  if (change === null) return null;
  if (change === 0) return 'mantiene su peso';
  return `${change > 0 ? 'ganó' : 'bajó'} ${showNumber(Math.abs(change), 2)} kg`;
}

function lengthText(change: number | null): string | null {
  if (change === null) return null;
  if (change === 0) return 'mide lo mismo';
  const cm = `${showNumber(Math.abs(change), 2)} cm`;
  return change > 0 ? `creció ${cm}` : `mide ${cm} menos`;
}

function changedClasses(before: TrajectoryStep, now: TrajectoryStep): string[] {
  return VISIT_INDICATORS.flatMap((key) => {
    const [was, is] = [scoreOf(before, key)?.className, scoreOf(now, key)?.className];
    if (!was || !is || was === is) return [];
    return [`${INDICATORS[key].label} pasó de «${was.toLocaleLowerCase('es')}» a «${is.toLocaleLowerCase('es')}».`];
  });
}

/** What happened since the control before, for the person who measures: "Va mejor. En 34 días ganó 0,55 kg y creció 2,30 cm." @param steps at least one */
export function growthChangeText(steps: readonly VisitStep[]): string {
  const lead = LEADS[growthOutcome(steps)];
  const [before, now] = [steps.at(-2), steps.at(-1)];
  const status = isMalnourished(now) ? ['Por su peso y edad, el programa lo cuenta como desnutrición.'] : [];
  if (!before || !now) return [lead, ...status].join(' ');
  const days = daysBetween(before.control.fecha, now.control.fecha);
  const since = days > 0 ? `En ${days} ${days === 1 ? 'día' : 'días'}` : 'Desde el control anterior';
  const changes = [weightText(now.change.peso), lengthText(now.change.longitud)].filter((text) => text !== null);
  return [
    lead,
    ...(changes.length > 0 ? [`${since} ${changes.join(' y ')}.`] : []),
    ...changedClasses(before, now),
    ...status,
  ].join(' ');
}
