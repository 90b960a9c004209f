import { dayFilter, personFilter, userFilter } from '#domain/calls/filter-kinds.ts';
import { closedValue, list, oneOfWords, type SearchRead, searchReader } from '#web/lib/search-fields.ts';

const filters = {
  de: closedValue(userFilter),
  a: closedValue(userFilter),
  por: closedValue(userFilter),
  persona: closedValue(personFilter),
  desde: closedValue(dayFilter),
  hasta: closedValue(dayFilter),
};
export const HANDOVER_FILTERS = Object.keys(filters);

export const handoverSearch = searchReader({ ...list, ...filters });
export type HandoverSearch = SearchRead<typeof handoverSearch>;

export const retainedSearch = searchReader({ ...list, estado: oneOfWords(['abiertos', 'resueltos']) });
export type RetainedSearch = SearchRead<typeof retainedSearch>;
