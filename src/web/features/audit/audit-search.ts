import { dayFilter, personFilter, userFilter } from '#domain/calls/filter-kinds.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { closedValue, list, oneOfWords, type SearchRead, searchReader, text } from '#web/lib/search-fields.ts';

/** The filters of the journal. The screen checks `tipo` and `accion`. */
const filters = {
  persona: closedValue(personFilter),
  usuario: closedValue(userFilter),
  tipo: text,
  accion: text,
  desde: closedValue(dayFilter),
  hasta: closedValue(dayFilter),
};
export const AUDIT_FILTERS = Object.keys(filters);

/** The search parameters of /admin/auditoria. */
export const auditSearch = searchReader({ ...list, ...filters });
export type AuditSearch = SearchRead<typeof auditSearch>;

const DELETED_KINDS = ['mujer', 'nino'] as const satisfies PersonKind[];

/** The search parameters of /admin/eliminados. */
export const deletedSearch = searchReader({ ...list, tipo: oneOfWords(DELETED_KINDS) });
export type DeletedSearch = SearchRead<typeof deletedSearch>;
