import { choiceFilter, monthFilter, orEmpty, userFilter } from '#domain/calls/filter-kinds.ts';
import { STATUSES } from '#domain/growth/status.ts';
import { SEXES } from '#domain/growth/who/sexes.ts';
import { SITUATION_KEYS } from '#domain/records/narrowings.ts';
import {
  closedValue,
  list,
  oneOfWords,
  place,
  searchReader,
  text,
  withoutForeignCanton,
} from '#web/lib/search-fields.ts';

/** The search parameters of /lista/ninos. */
export const ninoListSearch = searchReader(
  {
    ...list,
    ...place,
    establecimiento: text,
    sexo: closedValue(orEmpty(choiceFilter(SEXES))),
    estado: oneOfWords(STATUSES),
    responsable: closedValue(userFilter),
    mes: closedValue(monthFilter),
    situacion: oneOfWords(SITUATION_KEYS),
  },
  withoutForeignCanton,
);
