import { ageBetween } from '../calendar.ts';
import { dayAtAge } from '../vaccines/age-day.ts';

/** The ages in completed months at which haemoglobin is measured. */
const HAEMOGLOBIN_MONTHS = [6, 12, 18] as const;
const LAST_MONTH = 24;

type Screening = Readonly<Record<string, unknown>>;

export interface HaemoglobinDate {
  /** The age in completed months. */
  readonly months: number;
  /** The day from which it is measured, `YYYY-MM-DD`. */
  readonly date: string;
}

/** The age in months whose haemoglobin is due: the last one that the child completed, unless it was measured since; null if none. Days are `YYYY-MM-DD`. */
export function haemoglobinDue(
  birth: string | null | undefined,
  screenings: readonly Screening[],
  day: string,
): number | null {
  if (!birth || day < birth || ageBetween(birth, day).months > LAST_MONTH) return null;
  const reached = HAEMOGLOBIN_MONTHS.findLast((months) => dayAtAge(birth, months) <= day);
  if (reached === undefined) return null;
  const since = dayAtAge(birth, reached);
  return screenings.some(({ fechaaplicacion }) => String(fechaaplicacion ?? '') >= since) ? null : reached;
}

/** The measurements still to be made: the one that is due, which has a day in the past, and those of later ages. */
export function haemoglobinDates(
  birth: string | null | undefined,
  screenings: readonly Screening[],
  day: string,
): HaemoglobinDate[] {
  if (!birth) return [];
  const due = haemoglobinDue(birth, screenings, day);
  return HAEMOGLOBIN_MONTHS.map((months) => ({ months, date: dayAtAge(birth, months) })).filter(
    ({ months, date }) => months === due || date > day,
  );
}

/** The day of the next measurement, which may be past; null if none is left. Only the latest screening decides. */
export const nextHaemoglobin = (
  birth: string | null | undefined,
  latestScreening: string | null | undefined,
  day: string,
): string | null => haemoglobinDates(birth, [{ fechaaplicacion: latestScreening }], day)[0]?.date ?? null;
