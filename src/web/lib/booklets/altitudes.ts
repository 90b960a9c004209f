import { queryOptions } from '@tanstack/react-query';
import { type CantonAltitude, listAltitudes, saveAltitude } from '#domain/calls/altitudes.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readFromSource } from '#web/lib/source/choose-source.ts';
import { remoteAltitudes } from '#web/lib/source/remote-altitudes.ts';

export const altitudes = queryOptions({
  ...callQuery(listAltitudes, {}, { family: ['altitudes'], what: 'altitudes' }),
  queryFn: ({ signal, queryKey }) =>
    readFromSource(remoteAltitudes, (from) => from.altitudes({ signal }), { queryKey }),
  staleTime: 5 * 60_000,
});

export async function replaceAltitude({ provincia, canton }: CantonAltitude, altitud: number) {
  const saved = await call(saveAltitude, { params: { provincia, canton }, body: { altitud } });
  await queryClient.invalidateQueries({ queryKey: altitudes.queryKey });
  return saved;
}
