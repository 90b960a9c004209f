import { dayFilter } from '#domain/calls/filter-kinds.ts';
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

/** The search parameters of /reportes/calidad; without `por` its rows are people, without days and `periodo` they are of the usual months. */
export const measuringSearch = searchReader(
  {
    ...place,
    establecimiento: text,
    por: oneOfWords(['canton']),
    periodo: oneOfWords(['todo']),
    desde: closedValue(dayFilter),
    hasta: closedValue(dayFilter),
    pagina: pageNumber,
  },
  withoutForeignCanton,
);
export type MeasuringSearch = SearchRead<typeof measuringSearch>;
