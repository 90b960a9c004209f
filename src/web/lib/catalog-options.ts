import { queryOptions } from '@tanstack/react-query';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import { CATALOGS, type CatalogDefinition, type CatalogKey } from '#domain/catalogs.ts';
import { call } from './call.ts';

/** The options of one list as texts, in the server's order; a list seldom changes, so it is asked for every five minutes. */
export function catalogOptions(key: CatalogKey) {
  const catalog: CatalogDefinition = CATALOGS[key];
  return queryOptions({
    queryKey: ['catalog', key, 'options'],
    meta: { what: catalog.title },
    queryFn: async ({ signal }) => {
      const { rows } = await call(catalogCalls(catalog).list, {}, { signal });
      return rows.map((row: Record<string, unknown>) => String(row[catalog.field] ?? '')).filter(Boolean);
    },
    staleTime: 5 * 60_000,
  });
}
