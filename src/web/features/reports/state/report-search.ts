import { dayFilter } from '#domain/calls/filter-kinds.ts';
import { STATUSES } from '#domain/growth/status.ts';
import { PERIODS } from '#domain/reports/periods.ts';
import type { PLACES } from '#domain/reports/places.ts';
import {
  closedValue,
  oneOfWords,
  pageNumber,
  place,
  type SearchRead,
  searchReader,
  text,
  withoutForeignCanton,
} from '#web/lib/search-fields.ts';

/** The filters of the whole page; only those that are set. */
export type PlaceFilters = Partial<Record<(typeof PLACES)[number], string>>;

export const ALL_THE_TIME = 0;
const period = (value: unknown) =>
  PERIODS.map(({ months }) => months).find((months) => months === Number(value)) ?? ALL_THE_TIME;
const day = closedValue(dayFilter);

/** The page number of each list, by the name of its search parameter. */
const pages = {
  pagina: pageNumber,
  vacunas: pageNumber,
  conteo: pageNumber,
  talla: pageNumber,
  discrepancias: pageNumber,
  semana: pageNumber,
  tiempos: pageNumber,
};
export type PageName = keyof typeof pages;

/** The search parameters of /reportes. */
export const reportSearch = searchReader(
  {
    ...place,
    establecimiento: text,
    periodo: period,
    desde: day,
    hasta: day,
    estado: oneOfWords(STATUSES),
    /** The age of the z-scores of preterm children; '' for the corrected one. */
    edad: oneOfWords(['cronologica']),
    /** The order of the cantons; '' for the default. */
    orden: oneOfWords(['nombre', 'peso']),
    /** The open sections; its words are read with the screen, because this code loads first of all. */
    seccion: text,
    ...pages,
  },
  withoutForeignCanton,
);
export type ReportSearch = SearchRead<typeof reportSearch>;
export const FIRST_PAGES = searchReader(pages)({});
