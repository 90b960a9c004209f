import { addDays } from '../calendar.ts';
import { dayAtAge } from './age-day.ts';
import { firstDayTooLate, type GivenDose, givenDoses, isDose, planFor, type RecordedVaccine } from './plan.ts';
import { type Dose, SERIES } from './schedule.ts';
import { VACCINES } from './vaccine-names.ts';

/** How a dose stands today, as a person reads it. */
export const DOSE_STATES = {
  due: 'Toca ahora',
  late: 'Atrasada',
  upcoming: 'Próxima',
  undated: 'Sin fecha recomendada confirmada',
  given: 'Aplicada',
  early: 'Aplicada antes de tiempo',
  tooOld: 'Ya no corresponde por edad',
} as const;

export type DoseState = keyof typeof DOSE_STATES;

export interface TimelineItem<R extends RecordedVaccine = RecordedVaccine> {
  readonly dose: Dose;
  readonly state: DoseState;
  /** When it becomes or became due; null where that is not confirmed. */
  readonly due: string | null;
  /** The last day on which it is given; null without a limit. */
  readonly last: string | null;
  readonly given: { readonly date: string; readonly record: R } | null;
  /** What is unusual about how it was given. */
  readonly remark: string | null;
  /** An earlier dose of the same series comes first. */
  readonly waits: boolean;
}

export interface VaccineTimeline<R extends RecordedVaccine = RecordedVaccine> {
  /** By recommended age, those without a confirmed one last. */
  readonly items: readonly TimelineItem<R>[];
  /** Recorded vaccines that are no dose of the child's schedule, or one given twice. */
  readonly unmatched: readonly R[];
}

const PENDING: readonly DoseState[] = ['due', 'late', 'upcoming', 'undated'];
const seriesOf = ({ vaccine }: Dose) => SERIES[vaccine] ?? vaccine;

interface Known<R extends RecordedVaccine> {
  birth: string;
  today: string;
  /** The doses before this one in its series, as they stand. */
  before: readonly TimelineItem<R>[];
}

/** Why a dose given on this day came too early; null when it did not. */
function tooEarly<R extends RecordedVaccine>(dose: Dose, date: string, { birth, before }: Known<R>): string | null {
  if (date < birth) return 'Antes del nacimiento: revisa la fecha';
  const { fromMonths, daysAfterPrevious } = dose;
  if (fromMonths !== undefined && date < dayAtAge(birth, fromMonths)) return `Antes de los ${fromMonths} meses de edad`;
  const previous = before.at(-1)?.given;
  if (daysAfterPrevious !== undefined && previous && date < addDays(previous.date, daysAfterPrevious))
    return `Antes de ${daysAfterPrevious / 7} semanas desde la dosis anterior`;
  return null;
}

function dueDate<R extends RecordedVaccine>(dose: Dose, { birth, before }: Known<R>): string | null {
  if (dose.months !== null) return dayAtAge(birth, dose.months);
  const previous = before.at(-1)?.given;
  return dose.daysAfterPrevious !== undefined && previous ? addDays(previous.date, dose.daysAfterPrevious) : null;
}

function pendingState(dose: Dose, due: string | null, last: string | null, known: Known<never>): DoseState {
  const { birth, today, before } = known;
  if ((last !== null && today > last) || before.some(({ state }) => state === 'tooOld')) return 'tooOld';
  if (due === null) return 'undated';
  if (today < due) return 'upcoming';
  if (dose.conditional) return 'due';
  const aMonthLater = dose.months === null ? dayAtAge(due, 1) : dayAtAge(birth, dose.months + 1);
  return today < (dose.lateFromDay === undefined ? aMonthLater : addDays(birth, dose.lateFromDay)) ? 'due' : 'late';
}

function itemOf<R extends RecordedVaccine>(
  dose: Dose,
  candidates: readonly GivenDose<R>[],
  known: Known<R>,
): TimelineItem<R> {
  const tooLate = firstDayTooLate(dose, known.birth);
  const last = tooLate === null ? null : addDays(tooLate, -1);
  const due = dueDate(dose, known);
  // Of a dose that was repeated because the first came too early, the valid one counts.
  const given = candidates.find(({ date }) => !tooEarly(dose, date, known)) ?? candidates[0];
  if (!given) {
    const state = pendingState(dose, due, last, known as Known<never>);
    const waits = known.before.some((earlier) => PENDING.includes(earlier.state));
    return { dose, state, due, last, given: null, remark: null, waits };
  }
  const early = tooEarly(dose, given.date, known);
  const after = last !== null && given.date > last ? `Fuera de la edad indicada (hasta ${dose.limit})` : null;
  const { date, record } = given;
  return {
    dose,
    state: early ? 'early' : 'given',
    due,
    last,
    given: { date, record },
    remark: early ?? after,
    waits: false,
  };
}

/** Whether a second dose for the youngest is one at all: the first came, or can still come, early enough. */
function applies<R extends RecordedVaccine>(dose: Dose, { birth, today, before }: Known<R>): boolean {
  if (dose.previousBeforeMonths === undefined) return true;
  return (before.at(-1)?.given?.date ?? today) < dayAtAge(birth, dose.previousBeforeMonths);
}

/**
 * The child's vaccination calendar: every dose of the schedule that applies to it and how it stands today, matched with the
 * recorded vaccines by name and number; what matches no dose is listed apart.
 * @param birth `YYYY-MM-DD`; without it there is no calendar, and the answer is null
 * @param today `YYYY-MM-DD`, in Guayaquil
 */
export function matchVaccines<R extends RecordedVaccine>(
  birth: string | null | undefined,
  records: readonly R[],
  today: string,
): VaccineTimeline<R> | null {
  if (!birth) return null;
  const given = givenDoses(records);
  const used = new Set<R>();
  const items: TimelineItem<R>[] = [];
  for (const dose of planFor(birth, given)) {
    const before = items.filter((item) => seriesOf(item.dose) === seriesOf(dose));
    const known = { birth, today, before };
    const last = firstDayTooLate(dose, birth);
    const candidates = given.filter(
      (one) =>
        isDose(dose, one) &&
        !used.has(one.record) &&
        // What is given to newborns under another name later (paediatric HB instead of pentavalent) is another dose.
        (dose.untilDay === undefined || last === null || one.date < last),
    );
    if (candidates.length === 0 && !applies(dose, known)) continue;
    const item = itemOf(dose, candidates, known);
    if (item.given) used.add(item.given.record);
    items.push(item);
  }
  const months = ({ dose }: TimelineItem<R>) => dose.months ?? Number.POSITIVE_INFINITY;
  return {
    items: items.sort((one, other) => (months(one) === months(other) ? 0 : months(one) - months(other))),
    unmatched: given.map(({ record }) => record).filter((record) => !used.has(record)),
  };
}

/** What is owed to a child, by the calendar. */
export interface OwedVaccines {
  /** The earliest due date; it may lie in the past. Null when nothing with a date is owed, or without a birth date. */
  due: string | null;
  /** The doses that fall due on that day: "Hexavalente, 2.ª dosis". */
  doses: string[];
  /** The day on which all this changes by itself: when the age limit of a dose that was not given passes. */
  changes: string | null;
}

/** "Hexavalente, 2.ª dosis". */
export const doseName = ({ vaccine, text }: Pick<Dose, 'vaccine' | 'text'>): string =>
  `${VACCINES[vaccine].label}, ${text}`;

/**
 * The doses owed first among those that were not given, are still possible and are owed by every child (not campaigns). It
 * moves when a record is written or deleted, when the birth date changes, and on the day on which an age limit passes.
 */
export function nextVaccine(
  birth: string | null | undefined,
  records: readonly RecordedVaccine[],
  today: string,
): OwedVaccines {
  const pending = (matchVaccines(birth, records, today)?.items ?? []).filter(({ state }) => PENDING.includes(state));
  const owed = pending.flatMap(({ dose, due }) => (due !== null && !dose.conditional ? [{ dose, due }] : []));
  const due = owed.map((one) => one.due).sort()[0] ?? null;
  const limits = pending.flatMap(({ last }) => (last === null ? [] : [addDays(last, 1)])).sort();
  const doses = owed.filter((one) => one.due === due).map(({ dose }) => doseName(dose));
  return { due, doses, changes: limits[0] ?? null };
}
