import { z } from 'zod';
import { CATALOG_KEYS } from '#domain/catalogs.ts';
import { list } from '#web/lib/search-fields.ts';

const [first = 'discapacidad'] = CATALOG_KEYS;
/** The address of /formularios: the open list, and what is searched in it. */
export const catalogSearch = z.object({ lista: z.enum(CATALOG_KEYS).default(first).catch(first), ...list });
export type CatalogSearch = z.output<typeof catalogSearch>;
/** The first list, whole. */
export const WHOLE_LIST = catalogSearch.parse({});
