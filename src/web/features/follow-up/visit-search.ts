import { userFilter } from '#domain/calls/filter-kinds.ts';
import { VISIT_REASON_KEYS } from '#domain/follow-up/reasons.ts';
import {
  closedValue,
  list,
  oneOfWords,
  place,
  type SearchRead,
  searchReader,
  withoutForeignCanton,
} from '#web/lib/search-fields.ts';

const filters = { motivo: oneOfWords(VISIT_REASON_KEYS), ...place, responsable: closedValue(userFilter) };
export const VISIT_FILTERS = Object.keys(filters);

/** Instead of the list, `vista=dia` shows the children picked for today, and `vista=metas` the goals that are due. */
export const visitSearch = searchReader(
  { ...list, ...filters, vista: oneOfWords(['dia', 'metas']) },
  withoutForeignCanton,
);
export type VisitSearch = SearchRead<typeof visitSearch>;
