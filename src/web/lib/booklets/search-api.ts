import { queryOptions } from '@tanstack/react-query';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { readFromSource } from '#web/lib/source/choose-source.ts';
import { remoteSearch } from '#web/lib/source/remote-search.ts';

/** Women and children by name, document or telephone. @param q at least one letter or digit */
export const foundPeople = (q: string) =>
  queryOptions({
    queryKey: [FAMILIES.search, q],
    meta: { what: 'la búsqueda' },
    queryFn: ({ signal, queryKey }) => readFromSource(remoteSearch, (from) => from.search(q, { signal }), { queryKey }),
  });
