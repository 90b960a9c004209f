import { daysBetween } from '../calendar.ts';

type FlatRecord = Readonly<Record<string, unknown>>;

/** The last week of a pregnancy that a record can hold. */
const LAST_WEEK = 42;

/** The record with the latest day in a field; of one day the one registered last. */
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

/** The appointment that the latest control made, `YYYY-MM-DD`; null without a control. @param controls of a woman */
export function nextAppointment(controls: readonly FlatRecord[]): string | null {
  const last = latest(controls, 'fechaatencion');
  return last ? String(last.fechaproxima) : null;
}
