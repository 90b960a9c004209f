import { addDays } from '../calendar.ts';
import { dayAtAge } from './age-day.ts';
import { firstDayTooLate, type GivenDose, givenDoses, isDose, planFor, type RecordedVaccine } from './plan.ts';
import { type Dose, VACCINE_SERIES } from './schedule.ts';
import { VACCINES } from './vaccine-names.ts';

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
  /** The recommended day; null if it is not confirmed. */
  readonly due: string | null;
  readonly last: string | null;
  readonly given: { readonly date: string; readonly record: R } | null;
  readonly remark: string | null;
  readonly waits: boolean;
}

export interface VaccineTimeline<R extends RecordedVaccine = RecordedVaccine> {
  readonly items: readonly TimelineItem<R>[];
  readonly unmatched: readonly R[];
}

export const PENDING: readonly DoseState[] = ['due', 'late', 'upcoming', 'undated'];
/** Vaccines that continue each other are one series. */
export const seriesOf = ({ vaccine }: Dose) => VACCINE_SERIES[vaccine] ?? vaccine;

interface DoseContext<R extends RecordedVaccine> {
  birth: string;
  today: string;
  before: readonly TimelineItem<R>[];
}

function tooEarly<R extends RecordedVaccine>(
  dose: Dose,
  date: string,
  { birth, before }: DoseContext<R>,
): string | null {
  if (date < birth) return 'Antes del nacimiento: revisa la fecha';
  const { fromMonths, daysAfterPrevious } = dose;
  if (fromMonths !== undefined && date < dayAtAge(birth, fromMonths)) return `Antes de los ${fromMonths} meses de edad`;
  const previous = before.at(-1)?.given;
  if (daysAfterPrevious !== undefined && previous && date < addDays(previous.date, daysAfterPrevious))
    return `Antes de ${daysAfterPrevious / 7} semanas desde la dosis anterior`;
  return null;
}

function dueDate<R extends RecordedVaccine>(dose: Dose, { birth, before }: DoseContext<R>): string | null {
  if (dose.months !== null) return dayAtAge(birth, dose.months);
  const previous = before.at(-1)?.given;
  return dose.daysAfterPrevious !== undefined && previous ? addDays(previous.date, dose.daysAfterPrevious) : null;
}

function pendingState(dose: Dose, due: string | null, last: string | null, context: DoseContext<never>): DoseState {
  const { birth, today, before } = context;
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
  context: DoseContext<R>,
): TimelineItem<R> {
  const tooLate = firstDayTooLate(dose, context.birth);
  const last = tooLate === null ? null : addDays(tooLate, -1);
  const due = dueDate(dose, context);
  // A dose given too early may have been repeated: the valid one counts.
  const given = candidates.find(({ date }) => !tooEarly(dose, date, context)) ?? candidates[0];
  if (!given) {
    const state = pendingState(dose, due, last, context as DoseContext<never>);
    const waits = context.before.some((earlier) => PENDING.includes(earlier.state));
    return { dose, state, due, last, given: null, remark: null, waits };
  }
  const early = tooEarly(dose, given.date, context);
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

function applies<R extends RecordedVaccine>(dose: Dose, { birth, today, before }: DoseContext<R>): boolean {
  if (dose.previousBeforeMonths === undefined) return true;
  return (before.at(-1)?.given?.date ?? today) < dayAtAge(birth, dose.previousBeforeMonths);
}

/** A child's vaccination calendar, matched with its recorded vaccines by name and number. @param birth, @param today `YYYY-MM-DD` */
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
    const context = { birth, today, before };
    const last = firstDayTooLate(dose, birth);
    const candidates = given.filter(
      (one) =>
        isDose(dose, one) &&
        !used.has(one.record) &&
        // A later dose of the same vaccine (paediatric HB instead of pentavalent) is not the newborn's dose.
        (dose.untilDay === undefined || last === null || one.date < last),
    );
    if (candidates.length === 0 && !applies(dose, context)) continue;
    const item = itemOf(dose, candidates, context);
    if (item.given) used.add(item.given.record);
    items.push(item);
  }
  const months = ({ dose }: TimelineItem<R>) => dose.months ?? Number.POSITIVE_INFINITY;
  return {
    items: items.sort((one, other) => (months(one) === months(other) ? 0 : months(one) - months(other))),
    unmatched: given.map(({ record }) => record).filter((record) => !used.has(record)),
  };
}

export interface DueVaccines {
  /** The earliest due date, which may be past; null without a dated dose or without a birth date. */
  due: string | null;
  doses: string[];
  /** The next day on which the age limit of a dose that was not given passes. */
  changes: string | null;
}

export const doseName = ({ vaccine, text }: Pick<Dose, 'vaccine' | 'text'>): string =>
  `${VACCINES[vaccine].label}, ${text}`;

/** The doses due first among those that are not given, still possible and required for every child (no campaigns). */
export function nextVaccine(
  birth: string | null | undefined,
  records: readonly RecordedVaccine[],
  today: string,
): DueVaccines {
  const pending = (matchVaccines(birth, records, today)?.items ?? []).filter(({ state }) => PENDING.includes(state));
  const owed = pending.flatMap(({ dose, due }) => (due !== null && !dose.conditional ? [{ dose, due }] : []));
  const due = owed.map((one) => one.due).sort()[0] ?? null;
  const limits = pending.flatMap(({ last }) => (last === null ? [] : [addDays(last, 1)])).sort();
  const doses = owed.filter((one) => one.due === due).map(({ dose }) => doseName(dose));
  return { due, doses, changes: limits[0] ?? null };
}
