import { isCalendarDate, today } from '#domain/calendar.ts';
import { PERIODS, periodDays } from '#domain/reports/periods.ts';
import { PLACES } from '#domain/reports/places.ts';
import { findCanton, findProvince } from '#domain/territory.ts';

/** What the whole page is narrowed to; only what was chosen. */
export type Places = Partial<Record<(typeof PLACES)[number], string>>;

export type Search = Record<string, unknown>;

export const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value).trim());
const dayOf = (value: unknown) => (isCalendarDate(textOf(value)) ? textOf(value) : '');

/** Places as the territory writes them; one it does not know stays, and finds nothing. */
export function placesOf(search: Search): Places {
  const [provincia = '', canton = '', establecimiento = ''] = PLACES.map((name) => textOf(search[name]));
  const province = findProvince(provincia) ?? provincia;
  const places = { provincia: province, canton: findCanton(canton, province || undefined) ?? canton, establecimiento };
  return Object.fromEntries(Object.entries(places).filter(([, value]) => value !== ''));
}

/**
 * The days of the follow-up table. A period is kept as such: who opens the same address next month sees the months up
 * to that day. Days chosen by hand belong to no period.
 */
export function daysOf(search: Search, on = today()) {
  const [desde, hasta] = [dayOf(search.desde), dayOf(search.hasta)];
  const months = PERIODS.find((period) => textOf(search.periodo) === String(period.months))?.months ?? 0;
  if (desde || hasta) return { months: undefined, desde, hasta };
  return { months, ...(periodDays(months, on) ?? { desde: '', hasta: '' }) };
}
