import { addDays, daysBetween } from '../calendar.ts';

type FlatRecord = Readonly<Record<string, unknown>>;

/** The last week of a pregnancy that a record can hold. */
const LAST_WEEK = 42;
/** After a control a pregnancy lasts no longer. */
const WHOLE_PREGNANCY_DAYS = 7 * LAST_WEEK;

/** The record with the latest day in a field; of one day the one registered last. Records without `orden` are in the order of a list, newest first. */
function latest(records: readonly FlatRecord[], field: string): FlatRecord | undefined {
  const key = (record: FlatRecord) => [String(record[field]), Number(record.orden)] as const;
  return records.reduce<FlatRecord | undefined>((last, record) => {
    if (!last) return record;
    const [[before, beforeOrder], [day, order]] = [key(last), key(record)];
    return day > before || (day === before && order > beforeOrder) ? record : last;
  }, undefined);
}

/** The completed week of pregnancy on a day, counted on from the latest screening; null without one, and outside of 1 to 42. @param screenings of ETMI @param day `YYYY-MM-DD` */
export function gestationWeek(screenings: readonly FlatRecord[], day: string): number | null {
  const last = latest(screenings, 'fechaRealizacion');
  if (!last) return null;
  const week = Number(last.semanaGestacion) + Math.floor(daysBetween(String(last.fechaRealizacion), day) / 7);
  return week >= 1 && week <= LAST_WEEK ? week : null;
}

/** The first day of the pregnancy by the latest screening; null without one. @param screenings of ETMI */
export function pregnancyStart(screenings: readonly FlatRecord[]): string | null {
  const last = latest(screenings, 'fechaRealizacion');
  return last ? addDays(String(last.fechaRealizacion), -7 * Number(last.semanaGestacion)) : null;
}

/** The appointment that the latest control made, `YYYY-MM-DD`; null without a control. @param controls of a woman */
export function nextAppointment(controls: readonly FlatRecord[]): string | null {
  const last = latest(controls, 'fechaatencion');
  return last ? String(last.fechaproxima) : null;
}

/** The first day of a week of pregnancy, by the latest screening; null without one. @param screenings of ETMI */
export function dayOfGestationWeek(screenings: readonly FlatRecord[], week: number): string | null {
  const last = latest(screenings, 'fechaRealizacion');
  return last ? addDays(String(last.fechaRealizacion), 7 * (week - Number(last.semanaGestacion))) : null;
}

/** Whether the pregnancy of these records ended before a day; a control after its last week belongs to another pregnancy. @param screenings of ETMI @param day `YYYY-MM-DD` */
export function isPregnancyOver(
  screenings: readonly FlatRecord[],
  controls: readonly FlatRecord[],
  day: string,
): boolean {
  const beyond = dayOfGestationWeek(screenings, LAST_WEEK + 1);
  const seen = latest(controls, 'fechaatencion');
  const control = seen ? String(seen.fechaatencion) : null;
  const isOverByControl = control !== null && day >= addDays(control, WHOLE_PREGNANCY_DAYS);
  if (beyond === null) return isOverByControl;
  return day >= beyond && (control === null || control < beyond || isOverByControl);
}
