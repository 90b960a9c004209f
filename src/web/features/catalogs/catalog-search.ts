import { CATALOG_KEYS, type CatalogKey } from '#domain/catalogs.ts';
import { list, oneOf, reading, type SearchRead } from '#web/lib/search-fields.ts';

/** The address of /formularios: the open list, and what is searched in it. */
export const catalogSearch = reading({ lista: oneOf(CATALOG_KEYS), ...list });
export type CatalogSearch = SearchRead<typeof catalogSearch>;

/** What shows when the address names no list. */
const [first = 'discapacidad'] = CATALOG_KEYS;
export const FIRST_LIST: CatalogKey = first;
export const openList = ({ lista }: CatalogSearch): CatalogKey => lista || FIRST_LIST;
