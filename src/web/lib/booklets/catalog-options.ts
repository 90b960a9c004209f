import { queryOptions } from '@tanstack/react-query';
import { CATALOGS, type CatalogDefinition, type CatalogKey } from '#domain/catalogs.ts';
import { readFromSource } from '#web/lib/source/choose-source.ts';
import { remoteOptions } from '#web/lib/source/remote-options.ts';

export function catalogOptions(key: CatalogKey) {
  const catalog: CatalogDefinition = CATALOGS[key];
  return queryOptions({
    queryKey: ['catalog', key, 'options'],
    meta: { what: catalog.title },
    queryFn: ({ signal, queryKey }) =>
      readFromSource(remoteOptions, (from) => from.options(key, { signal }), { queryKey }),
    staleTime: 5 * 60_000,
  });
}
