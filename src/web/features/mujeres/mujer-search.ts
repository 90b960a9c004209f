import { userFilter } from '#domain/calls/filter-kinds.ts';
import { closedValue, list, place, searchReader, text, withoutForeignCanton } from '#web/lib/search-fields.ts';

/** The search parameters of /lista/mujer. */
export const mujerListSearch = searchReader(
  { ...list, ...place, establecimiento: text, responsable: closedValue(userFilter) },
  withoutForeignCanton,
);
