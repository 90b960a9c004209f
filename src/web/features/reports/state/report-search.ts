import { aDay } from '#domain/calls/filter-kinds.ts';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { PERIODS } from '#domain/reports/periods.ts';
import type { PLACES } from '#domain/reports/places.ts';
import { known, oneOf, pageNumber, place, placed, reading, type SearchRead, text } from '#web/lib/search-fields.ts';

/** What the whole page is narrowed to; only what was chosen. */
export type Places = Partial<Record<(typeof PLACES)[number], string>>;

export const ALL_THE_TIME = 0;
const period = (value: unknown) =>
  PERIODS.map(({ months }) => months).find((months) => months === Number(value)) ?? ALL_THE_TIME;
const day = known(aDay);

/** The lists of the page, by the name under which the address holds their page. */
const pages = {
  pagina: pageNumber,
  vacunas: pageNumber,
  conteo: pageNumber,
  talla: pageNumber,
  discrepancias: pageNumber,
  semana: pageNumber,
};
export type PageName = keyof typeof pages;

/** The address of /reportes: everything the page shows. */
export const reportSearch = reading(
  {
    ...place,
    establecimiento: text,
    periodo: period,
    desde: day,
    hasta: day,
    estado: oneOf(STATUSES),
    /** Of the cantons; none yet when it is neither. */
    orden: oneOf(['nombre', 'peso']),
    ...pages,
  },
  placed,
);
export type ReportSearch = SearchRead<typeof reportSearch>;
export const FIRST_PAGES = reading(pages)({});
