const CHARACTER = 6.7;
const LABEL_GAP = 10;
/** Between the baselines of turned labels. */
const TURNED_GAP = 19;
const LONGEST = 16;
/** Between the middles of two figures written over their points. */
const FIGURE_GAP = 42;

/** How the labels of a chart's points find room. */
export interface LabelLayout {
  /** Every how many points one is written. */
  readonly every: number;
  readonly turned: boolean;
}

/** A long name as an axis writes it; the table has all of it. */
export const shortLabel = (label: string): string =>
  label.length > LONGEST ? `${label.slice(0, LONGEST - 1).trimEnd()}…` : label;

/**
 * @param room pixels from one point to the next
 * @param turnable whether labels are turned before any is left out
 */
export function labelLayout(labels: readonly string[], room: number, turnable: boolean): LabelLayout {
  const longest = Math.max(0, ...labels.map((label) => shortLabel(label).length)) * CHARACTER + LABEL_GAP;
  if (longest <= room || labels.length < 2) return { every: 1, turned: false };
  if (turnable) return { every: Math.ceil(TURNED_GAP / room), turned: true };
  return { every: Math.ceil(longest / room), turned: false };
}

/** How far turned labels reach below the axis. */
export const turnedDepth = (labels: readonly string[]): number =>
  Math.max(0, ...labels.map((label) => shortLabel(label).length)) * CHARACTER * 0.66 + 14;

/** Whether a figure stands under its point: in a valley of the line. */
export function standsBelow(values: readonly number[], index: number): boolean {
  const value = values[index] ?? 0;
  const around = [values[index - 1], values[index + 1]].filter((other) => other !== undefined);
  return around.length > 0 && around.every((other) => other > value);
}

/**
 * The points whose figure is written: all of them where there is room, otherwise those that say most (the last, the
 * highest, the lowest, the first), none over another.
 */
export function figuresShown(values: readonly number[], room: number): Set<number> {
  if (room >= FIGURE_GAP) return new Set(values.keys());
  if (values.length === 0) return new Set();
  const last = values.length - 1;
  const wanted = [last, values.indexOf(Math.max(...values)), values.indexOf(Math.min(...values)), 0];
  const shown = new Set<number>();
  for (const index of wanted)
    if (index >= 0 && [...shown].every((other) => Math.abs(other - index) * room >= FIGURE_GAP)) shown.add(index);
  return shown;
}
