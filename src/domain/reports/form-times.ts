/** A longer time says nothing about the form: the device was put away. */
export const MAX_FORM_SECONDS = 3_600;

/** Upper bounds of the classes, in seconds, inclusive: about a fifth apart, so that a quantile is exact to a tenth. */
const BOUNDS = [
  1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 60, 72, 86, 104, 124, 149, 179, 215, 258, 310, 372,
  446, 535, 642, 770, 924, 1109, 1331, 1597, 1917, 2300, 2760, 3312, 3600,
];

/** Whether a number that a device sent is a time. */
export const isFormTime = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_FORM_SECONDS;

const SECONDS_PER_MINUTE = 60;

/** "42 s", "1 min 16 s". */
export function showFormTime(seconds: number): string {
  const minutes = Math.floor(seconds / SECONDS_PER_MINUTE);
  const rest = seconds % SECONDS_PER_MINUTE;
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`].filter(Boolean).join(' ');
}

/** The class of a time. @param seconds 0 to {@link MAX_FORM_SECONDS} */
export const classOfTime = (seconds: number): number => BOUNDS.findIndex((bound) => seconds <= bound);

/** Times as counts by class. */
export type TimeCounts = ReadonlyMap<number, number>;

/** The time below which a share of all times lies, in seconds, interpolated within its class; null without times. @param share between 0 and 1 */
export function timeQuantile(counts: TimeCounts, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [index, bound] of BOUNDS.entries()) {
    const count = counts.get(index) ?? 0;
    if (count > 0 && below + count >= wanted) {
      const from = BOUNDS[index - 1] ?? 0;
      return Math.round(from + ((bound - from) * (wanted - below)) / count);
    }
    below += count;
  }
  return MAX_FORM_SECONDS;
}
