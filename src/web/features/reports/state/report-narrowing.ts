import { today } from '#domain/calendar.ts';
import { periodDays } from '#domain/reports/periods.ts';
import { saying } from '#web/lib/address.ts';
import type { Places, ReportSearch } from './report-search.ts';

/** Of the places, those that were chosen. */
export const placesOf = ({ provincia, canton, establecimiento }: Required<Places>): Places =>
  saying({ provincia, canton, establecimiento });

/**
 * The days of the follow-up table. A period is kept as such: who opens the same address next month sees the months up
 * to that day. Days chosen by hand belong to no period.
 */
export function daysOf(search: Pick<ReportSearch, 'desde' | 'hasta' | 'periodo'>, on = today()) {
  const { desde, hasta, periodo: months } = search;
  if (desde || hasta) return { months: undefined, desde, hasta };
  return { months, ...(periodDays(months, on) ?? { desde: '', hasta: '' }) };
}
