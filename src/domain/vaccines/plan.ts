import { addDays } from '../calendar.ts';
import { dayAtAge } from './age-day.ts';
import { CHANGE_DATE, CURRENT, type Dose, PREVIOUS } from './schedule.ts';
import { type VaccineKey, vaccineOf } from './vaccine-names.ts';

/** A recorded vaccine, flat: the fields of the specification's `esquema` entry that tell which dose was given when. */
export interface RecordedVaccine {
  readonly _id?: string;
  readonly tipovacuna?: unknown;
  readonly dosis?: unknown;
  /** `YYYY-MM-DD`. */
  readonly fechaaplicacion?: unknown;
}

export interface GivenDose<R extends RecordedVaccine = RecordedVaccine> {
  readonly record: R;
  readonly vaccine: VaccineKey | undefined;
  readonly number: number;
  readonly date: string;
}

/** Recorded vaccines by date, then by dose, with what their names mean. */
export function givenDoses<R extends RecordedVaccine>(records: readonly R[]): GivenDose<R>[] {
  return records
    .map((record) => ({
      record,
      vaccine: vaccineOf(String(record.tipovacuna ?? '')),
      number: Number(record.dosis),
      date: String(record.fechaaplicacion ?? '').slice(0, 10),
    }))
    .sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : one.number - other.number));
}

/** Whether a recorded vaccine is this dose, by name and number. */
export function isDose(dose: Pick<Dose, 'vaccine' | 'number'>, given: GivenDose): boolean {
  return given.vaccine === dose.vaccine && (dose.number === null || dose.number === given.number);
}

/** The day from which a child is too old for a dose; null without a limit. */
export function firstDayTooLate(dose: Dose, birth: string): string | null {
  if (dose.untilDay !== undefined) return addDays(birth, dose.untilDay + 1);
  return dose.beforeMonths === undefined ? null : dayAtAge(birth, dose.beforeMonths);
}

/** What stood in the place of each dose before. */
const BEFORE = new Map(
  CURRENT.map(({ key }) => [key, PREVIOUS.filter((dose) => (dose.replacedBy ?? dose.key) === key)] as const),
);

/**
 * The doses of one child. A dose that becomes due before the change follows the previous schedule, a later one the extended;
 * where vaccines of the one or the other are recorded for the same place of a series, they decide: the change came step by step.
 */
export function planFor(birth: string, given: readonly GivenDose[]): Dose[] {
  return CURRENT.flatMap((current) => {
    const previous = BEFORE.get(current.key) ?? [];
    if (previous.length === 0) return [current];
    const recorded = (dose: Dose) => given.some((one) => isDose(dose, one));
    if (previous.every(({ vaccine }) => vaccine !== current.vaccine)) {
      if (recorded(current)) return [current];
      if (previous.some(recorded)) return previous;
    }
    return current.months !== null && dayAtAge(birth, current.months) < CHANGE_DATE ? previous : [current];
  });
}
