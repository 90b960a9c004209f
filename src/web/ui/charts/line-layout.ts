const CHARACTER = 6.7;
const LABEL_GAP = 10;
/** Distance between the baselines of rotated labels, in pixels. */
const TURNED_GAP = 19;
const LONGEST = 16;
/** The smallest distance between the centres of two figures, in pixels. */
const FIGURE_GAP = 42;

export interface LabelLayout {
  readonly every: number;
  readonly turned: boolean;
}

export const shortLabel = (label: string): string =>
  label.length > LONGEST ? `${label.slice(0, LONGEST - 1).trimEnd()}…` : label;

/** @param room pixels between points. @param turnable whether labels are rotated before any is left out */
export function labelLayout(labels: readonly string[], room: number, turnable: boolean): LabelLayout {
  const longest = Math.max(0, ...labels.map((label) => shortLabel(label).length)) * CHARACTER + LABEL_GAP;
  if (longest <= room || labels.length < 2) return { every: 1, turned: false };
  if (turnable) return { every: Math.ceil(TURNED_GAP / room), turned: true };
  return { every: Math.ceil(longest / room), turned: false };
}

/** The height of rotated labels, in pixels. */
export const rotatedLabelHeight = (labels: readonly string[]): number =>
  Math.max(0, ...labels.map((label) => shortLabel(label).length)) * CHARACTER * 0.66 + 14;

/** Whether a figure is written below its point: at a local minimum. */
export function isFigureBelow(values: readonly number[], index: number): boolean {
  const value = values[index] ?? 0;
  const around = [values[index - 1], values[index + 1]].filter((other) => other !== undefined);
  return around.length > 0 && around.every((other) => other > value);
}

/** The points whose figure is written: all if there is room, otherwise last, highest, lowest and first, without overlap. */
export function pointsWithFigure(values: readonly number[], room: number): Set<number> {
  if (room >= FIGURE_GAP) return new Set(values.keys());
  if (values.length === 0) return new Set();
  const last = values.length - 1;
  const wanted = [last, values.indexOf(Math.max(...values)), values.indexOf(Math.min(...values)), 0];
  const shown = new Set<number>();
  for (const index of wanted)
    if (index >= 0 && [...shown].every((other) => Math.abs(other - index) * room >= FIGURE_GAP)) shown.add(index);
  return shown;
}
