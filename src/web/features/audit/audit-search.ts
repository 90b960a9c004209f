import { aDay, aPerson, aUser } from '#domain/calls/filter-kinds.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { known, list, oneOf, reading, type SearchRead, text } from '#web/lib/search-fields.ts';

/** By what the address may narrow the journal. The words of `tipo` and `accion` come with the screen, which leaves out others. */
const filters = {
  persona: known(aPerson),
  usuario: known(aUser),
  tipo: text,
  accion: text,
  desde: known(aDay),
  hasta: known(aDay),
};
export const AUDIT_FILTERS = Object.keys(filters);

/** The address of /admin/auditoria. */
export const auditSearch = reading({ ...list, ...filters });
export type AuditSearch = SearchRead<typeof auditSearch>;

const DELETED_KINDS = ['mujer', 'nino'] as const satisfies PersonKind[];

/** The address of /admin/eliminados. */
export const deletedSearch = reading({ ...list, tipo: oneOf(DELETED_KINDS) });
export type DeletedSearch = SearchRead<typeof deletedSearch>;
