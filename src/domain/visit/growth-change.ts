import { daysBetween } from '../calendar.ts';
import { showNumber } from '../fields/number.ts';
import { INDICATORS, type IndicatorKey } from '../growth/indicators.ts';
import type { TrajectoryStep } from '../growth/trajectory.ts';

/** How a child grows since the control before. */
export type GrowthOutcome = 'first' | 'better' | 'well' | 'attention';

/** The indicators that a visit shows: stunting first, because it is the purpose of the booklet. */
export const VISIT_INDICATORS: readonly IndicatorKey[] = ['talla', 'peso', 'pesotalla'];

const LOW = -2;

const LEADS = {
  first: 'Es su primer control.',
  better: 'Va mejor.',
  well: 'Crece bien.',
  attention: 'Necesita atención.',
} as const satisfies Record<GrowthOutcome, string>;

function scoreOf(step: TrajectoryStep | undefined, key: IndicatorKey) {
  const score = step?.evaluation?.scores[key];
  return score && !score.flagged ? score : null;
}

const isLow = (step: TrajectoryStep | undefined, key: IndicatorKey) => (scoreOf(step, key)?.z ?? 0) < LOW;

/** @param steps of {@link trajectoryOf}, at least one */
export function growthOutcome(steps: readonly TrajectoryStep[]): GrowthOutcome {
  const [before, now] = [steps.at(-2), steps.at(-1)];
  const low = VISIT_INDICATORS.some((key) => isLow(now, key));
  if ((now?.warnings.length ?? 0) > 0 || low) return 'attention';
  if (!before) return 'first';
  return VISIT_INDICATORS.some((key) => isLow(before, key)) ? 'better' : 'well';
}

function weightText(change: number | null): string | null {
  if (change === null) return null;
  if (change === 0) return 'mantiene su peso';
  return `${change > 0 ? 'ganó' : 'bajó'} ${showNumber(Math.abs(change), 2)} kg`;
}

function lengthText(change: number | null): string | null {
  if (change === null) return null;
  if (change === 0) return 'no creció';
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
export function growthChangeText(steps: readonly TrajectoryStep[]): string {
  const lead = LEADS[growthOutcome(steps)];
  const [before, now] = [steps.at(-2), steps.at(-1)];
  if (!before || !now) return lead;
  const days = daysBetween(before.control.fecha, now.control.fecha);
  const since = days > 0 ? `En ${days} ${days === 1 ? 'día' : 'días'}` : 'Desde el control anterior';
  const changes = [weightText(now.change.peso), lengthText(now.change.longitud)].filter((text) => text !== null);
  return [
    lead,
    ...(changes.length > 0 ? [`${since} ${changes.join(' y ')}.`] : []),
    ...changedClasses(before, now),
  ].join(' ');
}
