import { aDay } from '#domain/calls/filter-kinds.ts';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { PERIODS } from '#domain/reports/periods.ts';
import type { PLACES } from '#domain/reports/places.ts';
import { known, oneOf, pageNumber, place, placed, reading, type SearchRead, text } from '#web/lib/search-fields.ts';

/** The filters of the whole page; only those that are set. */
export type Places = Partial<Record<(typeof PLACES)[number], string>>;

export const ALL_THE_TIME = 0;
const period = (value: unknown) =>
  PERIODS.map(({ months }) => months).find((months) => months === Number(value)) ?? ALL_THE_TIME;
const day = known(aDay);

/** The page number of each list, by the name of its search parameter. */
const pages = {
  pagina: pageNumber,
  vacunas: pageNumber,
  conteo: pageNumber,
  talla: pageNumber,
  discrepancias: pageNumber,
  semana: pageNumber,
};
export type PageName = keyof typeof pages;

/** The search parameters of /reportes. */
export const reportSearch = reading(
  {
    ...place,
    establecimiento: text,
    periodo: period,
    desde: day,
    hasta: day,
    estado: oneOf(STATUSES),
    /** The order of the cantons; '' for the default. */
    orden: oneOf(['nombre', 'peso']),
    ...pages,
  },
  placed,
);
export type ReportSearch = SearchRead<typeof reportSearch>;
export const FIRST_PAGES = reading(pages)({});
