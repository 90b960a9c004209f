/** One axis: what it spans and how far apart its marks stand. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** What every growth chart has under it, on the screen as on paper. */
export const AGE_TITLE = 'Edad (meses)';
export const AGE_AXIS: Axis = { from: 0, to: 24, step: 2 };

/** Widens an axis to whole steps until it holds every value. */
export function holding(axis: Axis, values: readonly number[]): Axis {
  const { step } = axis;
  const lowest = Math.min(axis.from, ...values.map((value) => Math.floor(value / step) * step));
  const highest = Math.max(axis.to, ...values.map((value) => Math.ceil(value / step) * step));
  return { from: lowest, to: highest, step };
}

export function ticksOf({ from, to, step }: Axis): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step);
}

/** Where a value stands between two pixels. */
export function scaleOf({ from, to }: Axis, start: number, end: number) {
  return (value: number) => start + ((value - from) / (to - from)) * (end - start);
}
