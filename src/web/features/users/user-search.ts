import { ROLE_NAMES } from '#domain/roles.ts';
import { list, oneOf, reading, type SearchRead } from '#web/lib/search-fields.ts';

/** The search parameters of /admin. */
export const userSearch = reading({ ...list, rol: oneOf(ROLE_NAMES) });
export type UserSearch = SearchRead<typeof userSearch>;
