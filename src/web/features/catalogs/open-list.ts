import { CATALOG_KEYS, type CatalogKey } from '#domain/catalogs.ts';
import type { CatalogSearch } from './catalog-search.ts';

/** The catalogue shown if the address names none. */
const [first = 'discapacidad'] = CATALOG_KEYS;
export const FIRST_LIST: CatalogKey = first;
export const openList = ({ lista }: CatalogSearch): CatalogKey =>
  CATALOG_KEYS.find((key) => key === lista) ?? FIRST_LIST;
