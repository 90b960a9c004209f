import { today } from '#domain/calendar.ts';
import { periodDays } from '#domain/reports/periods.ts';
import { withoutEmpty } from '#web/lib/address.ts';
import type { PlaceFilters, ReportSearch } from './report-search.ts';

export const placeFiltersOf = ({ provincia, canton, establecimiento }: Required<PlaceFilters>): PlaceFilters =>
  withoutEmpty({ provincia, canton, establecimiento });

/** The days of the follow-up table. A period is kept relative, so that a bookmark shows the months up to the day on which it is opened. */
export function daysOf(search: Pick<ReportSearch, 'desde' | 'hasta' | 'periodo'>, on = today()) {
  const { desde, hasta, periodo: months } = search;
  if (desde || hasta) return { months: undefined, desde, hasta };
  return { months, ...(periodDays(months, on) ?? { desde: '', hasta: '' }) };
}
