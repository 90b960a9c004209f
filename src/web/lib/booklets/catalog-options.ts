import { queryOptions } from '@tanstack/react-query';
import { CATALOGS, type CatalogDefinition, type CatalogKey } from '#domain/catalogs.ts';
import { answered } from '#web/lib/source/choose-source.ts';
import { remoteOptions } from '#web/lib/source/remote-options.ts';

/** The options of one list as texts, in the server's order; a list seldom changes, so it is asked for every five minutes. */
export function catalogOptions(key: CatalogKey) {
  const catalog: CatalogDefinition = CATALOGS[key];
  return queryOptions({
    queryKey: ['catalog', key, 'options'],
    meta: { what: catalog.title },
    queryFn: ({ signal, queryKey }) => answered(remoteOptions, (from) => from.options(key, { signal }), { queryKey }),
    staleTime: 5 * 60_000,
  });
}
