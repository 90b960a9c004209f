import { queryOptions } from '@tanstack/react-query';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { api } from './api-client.ts';
import { queryClient } from './query-client.ts';

export interface CantonAltitude {
  provincia: string;
  canton: string;
  /** Metres above the sea. */
  altitud: number;
}

interface Altitudes {
  /** WHO's table that the server is configured for. */
  tabla: HaemoglobinTable;
  cantones: CantonAltitude[];
}

/** The altitude of every canton; it seldom changes. */
export const altitudes = queryOptions({
  queryKey: ['altitudes'],
  meta: { what: 'altitudes' },
  queryFn: ({ signal }) => api.get<Altitudes>('/api/altitudes', { signal }),
  staleTime: 5 * 60_000,
});

export async function replaceAltitude({ provincia, canton }: CantonAltitude, altitud: number) {
  const url = `/api/altitudes/${encodeURIComponent(provincia)}/${encodeURIComponent(canton)}`;
  const saved = await api.put<CantonAltitude & { message: string }>(url, { altitud });
  await queryClient.invalidateQueries({ queryKey: altitudes.queryKey });
  return saved;
}
