import { aUser } from '#domain/calls/filter-kinds.ts';
import { VISIT_REASON_KEYS } from '#domain/follow-up/visits.ts';
import { known, list, oneOf, place, placed, reading, type SearchRead } from '#web/lib/search-fields.ts';

const filters = { motivo: oneOf(VISIT_REASON_KEYS), ...place, responsable: known(aUser) };
export const VISIT_FILTERS = Object.keys(filters);

export const visitSearch = reading({ ...list, ...filters }, placed);
export type VisitSearch = SearchRead<typeof visitSearch>;
