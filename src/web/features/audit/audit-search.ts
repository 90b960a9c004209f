import { aDay, aPerson, aUser } from '#domain/calls/filter-kinds.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { known, list, oneOf, reading, type SearchRead, text } from '#web/lib/search-fields.ts';

/** The filters of the journal. The screen checks `tipo` and `accion`. */
const filters = {
  persona: known(aPerson),
  usuario: known(aUser),
  tipo: text,
  accion: text,
  desde: known(aDay),
  hasta: known(aDay),
};
export const AUDIT_FILTERS = Object.keys(filters);

/** The search parameters of /admin/auditoria. */
export const auditSearch = reading({ ...list, ...filters });
export type AuditSearch = SearchRead<typeof auditSearch>;

const DELETED_KINDS = ['mujer', 'nino'] as const satisfies PersonKind[];

/** The search parameters of /admin/eliminados. */
export const deletedSearch = reading({ ...list, tipo: oneOf(DELETED_KINDS) });
export type DeletedSearch = SearchRead<typeof deletedSearch>;
