import { ROLE_NAMES } from '#domain/roles.ts';
import { list, oneOfWords, type SearchRead, searchReader } from '#web/lib/search-fields.ts';

export const userSearch = searchReader({ ...list, rol: oneOfWords(ROLE_NAMES) });
export type UserSearch = SearchRead<typeof userSearch>;
