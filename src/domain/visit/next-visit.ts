import { addDays } from '../calendar.ts';
import type { Appointment } from './appointment.ts';

/** What is due within these days of the next visit is done on that day too. */
const TOGETHER_DAYS = 7;

export interface NextVisit {
  /** `YYYY-MM-DD`; null if nothing is due later. */
  readonly date: string | null;
  /** Why: "Control de los 7 meses", "Vacunas: Pentavalente, 3.ª dosis". */
  readonly reasons: readonly string[];
  /** What was due by today and was not done. */
  readonly overdue: readonly string[];
}

function reasonsOf(appointments: readonly Appointment[]): string[] {
  const names = (kind: Appointment['kind']) => appointments.filter((one) => one.kind === kind).map(({ name }) => name);
  const vaccines = names('vacuna');
  return [
    ...names('control'),
    ...(vaccines.length === 0 ? [] : [`${vaccines.length === 1 ? 'Vacuna' : 'Vacunas'}: ${vaccines.join(', ')}`]),
    ...names('hemoglobina'),
  ];
}

/** The day on which a child or woman should be seen again: the agreed one, otherwise the earliest; a visit that is recorded late plans nothing before today. @param appointments in order */
export function nextVisit(appointments: readonly Appointment[]): NextVisit {
  const later = appointments.filter(({ when }) => when === 'later');
  const date = (later.find(({ agreed }) => agreed) ?? later[0])?.date ?? null;
  const last = date === null ? '' : addDays(date, TOGETHER_DAYS);
  const isThen = (one: Appointment) =>
    one.when === 'next' ? date !== null : one.when === 'later' && one.date !== null && one.date <= last;
  return {
    date,
    reasons: reasonsOf(appointments.filter(isThen)),
    overdue: reasonsOf(appointments.filter(({ when }) => when === 'due')),
  };
}
