import { addDays, addMonths, ageBetween } from '../calendar.ts';

const CONTROL_INTERVALS = [
  { under: 12, months: 1 },
  { under: 24, months: 2 },
] as const;

const LAST_CONTROL_MONTHS = 24;

/** The next control's day; null if none is due. @param birth `YYYY-MM-DD` @param last the day of the latest control; the first is due at one month */
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

/** The last day of follow-up: the child is 24 months old. Without a birth date the age is counted from the registration. */
export function followedUntil(birth: string | null, registered: string): string {
  return addDays(addMonths(birth ?? registered, LAST_CONTROL_MONTHS + 1), -1);
}
