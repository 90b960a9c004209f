import { queryOptions } from '@tanstack/react-query';
import { CATALOGS, type CatalogKey } from '#domain/catalogs.ts';
import { api } from './api-client.ts';

/** The options of one list as texts, in the server's order; a list seldom changes, so it is asked for every five minutes. */
export function catalogOptions(key: CatalogKey) {
  const { field, title } = CATALOGS[key];
  return queryOptions({
    queryKey: ['catalog', key, 'options'],
    meta: { what: title },
    queryFn: async ({ signal }) => {
      const rows = await api.get<Record<string, unknown>[]>(`/api/${key}`, { signal });
      return rows.map((row) => String(row[field] ?? '')).filter(Boolean);
    },
    staleTime: 5 * 60_000,
  });
}
