export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The title of the x axis of growth charts. */
export const AGE_TITLE = 'Edad (meses)';
const TWO_YEARS: Axis = { from: 0, to: 24, step: 2 };
const FIVE_YEARS: Axis = { from: 0, to: 60, step: 6 };

/** A second birthday may be half a day later than 24 months of 30.4375 days. */
const BIRTHDAY = 0.05;

/** The age axis: two years, or five years and more if a point is later. */
export function ageAxis(points: readonly { x: number }[]): Axis {
  const ages = points.map(({ x }) => x);
  return ages.some((age) => age > TWO_YEARS.to + BIRTHDAY) ? widenAxis(FIVE_YEARS, ages) : TWO_YEARS;
}

/** Prevents that floating-point error adds a step. */
const NOISE = 1e-9;

/** Widens an axis by whole steps until it contains all values. */
export function widenAxis({ from, to, step }: Axis, values: readonly number[]): Axis {
  const steps = (beyond: number) => Math.max(0, Math.ceil(beyond / step - NOISE));
  const below = steps(from - Math.min(from, ...values));
  const above = steps(Math.max(to, ...values) - to);
  return { from: from - below * step, to: to + above * step, step };
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below `rough`. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

const STEPS = 4;

/** An axis of about four round steps that contains all values. @param finest the smallest step: 1 for counts */
export function axisFor(values: readonly number[], fromZero: boolean, finest: number): Axis {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const span = fromZero ? highest : highest - lowest;
  const step = Math.max(finest, span > 0 ? roundStep(span / STEPS) : 0);
  const from = fromZero ? 0 : Math.max(0, Math.floor(lowest / step) * step - (span > 0 ? 0 : step));
  return widenAxis({ from, to: from + step, step }, [highest]);
}

export function ticksOf({ from, to, step }: Axis): number[] {
  return Array.from({ length: Math.floor((to - from) / step + NOISE) + 1 }, (_, index) => from + index * step);
}

/** A function that maps a value to pixels between `start` and `end`. */
export function scaleOf({ from, to }: Axis, start: number, end: number) {
  return (value: number) => start + ((value - from) / (to - from)) * (end - start);
}
