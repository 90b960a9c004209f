import { addDays } from '../calendar.ts';
import { dayAtAge } from './age-day.ts';
import { CHANGE_DATE, CURRENT_SCHEDULE, type Dose, PREVIOUS_SCHEDULE } from './schedule.ts';
import { type VaccineKey, vaccineOf } from './vaccine-names.ts';

export interface RecordedVaccine {
  readonly _id?: string;
  readonly tipovacuna?: unknown;
  readonly dosis?: unknown;
  readonly fechaaplicacion?: unknown;
}

export interface GivenDose<R extends RecordedVaccine = RecordedVaccine> {
  readonly record: R;
  readonly vaccine: VaccineKey | undefined;
  readonly number: number;
  readonly date: string;
}

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

export function isDose(dose: Pick<Dose, 'vaccine' | 'number'>, given: GivenDose): boolean {
  return given.vaccine === dose.vaccine && (dose.number === null || dose.number === given.number);
}

export function firstDayTooLate(dose: Dose, birth: string): string | null {
  if (dose.untilDay !== undefined) return addDays(birth, dose.untilDay + 1);
  return dose.beforeMonths === undefined ? null : dayAtAge(birth, dose.beforeMonths);
}

const BEFORE = new Map(
  CURRENT_SCHEDULE.map(
    ({ key }) => [key, PREVIOUS_SCHEDULE.filter((dose) => (dose.replacedBy ?? dose.key) === key)] as const,
  ),
);

/** A child's doses: due before the change, the previous schedule, else the extended one. Recorded vaccines decide, as the change was gradual. */
export function planFor(birth: string, given: readonly GivenDose[]): Dose[] {
  return CURRENT_SCHEDULE.flatMap((current) => {
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
