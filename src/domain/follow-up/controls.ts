import { addDays, addMonths, ageBetween } from '../calendar.ts';

/** How often a child is seen, by the completed months it had at its last control. The one table of intervals. */
const CONTROL_INTERVALS = [
  { under: 12, months: 1 },
  { under: 24, months: 2 },
] as const;

/** The age in months of the last control of the programme; a child is followed until the day before the next month. */
const LAST_CONTROL_MONTHS = 24;

/**
 * The day on which a child's next control is due.
 * @param birth `YYYY-MM-DD`; without it nothing can be said
 * @param last the day of the latest control, if any; the first is due at one month
 * @returns `YYYY-MM-DD`, or null when no further control is due
 */
export function nextControl(birth: string | null, last: string | null): string | null {
  if (!birth) return null;
  const final = addMonths(birth, LAST_CONTROL_MONTHS);
  if (!last || last < birth) return addMonths(birth, 1);
  if (last >= final) return null;
  const { months } = ageBetween(birth, last);
  const interval = CONTROL_INTERVALS.find(({ under }) => months < under)?.months ?? 0;
  const due = addMonths(last, interval);
  return due > final ? final : due;
}

/** The last day on which a child is followed: while it has 24 months. Without a birth date, counted from its registration. */
export function followedUntil(birth: string | null, registered: string): string {
  return addDays(addMonths(birth ?? registered, LAST_CONTROL_MONTHS + 1), -1);
}
