import { CATALOG_KEYS, type CatalogKey } from '#domain/catalogs.ts';
import { list, oneOfWords, type SearchRead, searchReader } from '#web/lib/search-fields.ts';

/** The search parameters of /formularios: the open catalogue, search and page. */
export const catalogSearch = searchReader({ lista: oneOfWords(CATALOG_KEYS), ...list });
export type CatalogSearch = SearchRead<typeof catalogSearch>;

/** The catalogue shown if the address names none. */
const [first = 'discapacidad'] = CATALOG_KEYS;
export const FIRST_LIST: CatalogKey = first;
export const openList = ({ lista }: CatalogSearch): CatalogKey => lista || FIRST_LIST;
