import { list, type SearchRead, searchReader, text } from '#web/lib/search-fields.ts';

/** The search parameters of /formularios: the open catalogue, search and page. The screen checks `lista`, because this code loads first of all. */
export const catalogSearch = searchReader({ lista: text, ...list });
export type CatalogSearch = SearchRead<typeof catalogSearch>;
