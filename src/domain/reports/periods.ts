import { addMonths } from '../calendar.ts';

/** The periods of the follow-up table, in months until today; 0 is all time (specification, sections 2 and 4). */
export const PERIODS = [
  { months: 1, label: 'Último mes' },
  { months: 3, label: '3 Meses' },
  { months: 6, label: '6 Meses' },
  { months: 9, label: '9 Meses' },
  { months: 12, label: '12 Meses' },
  { months: 0, label: 'Ver Todos' },
] as const;

/** The first and last day of a period, inclusive; null for all time. */
export function periodDays(months: number, today: string): { desde: string; hasta: string } | null {
  return months === 0 ? null : { desde: addMonths(today, -months), hasta: today };
}
