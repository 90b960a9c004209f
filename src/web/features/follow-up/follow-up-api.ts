import { queryOptions } from '@tanstack/react-query';
import type { Visit, VisitReason } from '#domain/follow-up/visits.ts';
import type { Status } from '#domain/growth/malnutrition.ts';
import { api } from '#web/lib/api-client.ts';
import type { ListRequest } from '#web/lib/record-api.ts';

export interface VisitRow {
  _id: string;
  cedula: string;
  nombres: string;
  apellidos: string;
  sexo: string;
  fechanacimiento: string | null;
  provincia: string;
  canton: string;
  celular: string;
  direccion: string;
  estado: Status;
  /** Day of the latest control. */
  visto: string | null;
  responsable: { _id: string; nombre: string; apellido: string };
  motivos: (Visit & { texto: string })[];
}

/** In the family of the children: what is saved of one renews the list of visits. */
const KEY = ['nino', 'seguimiento'] as const;
export const WHAT = 'el seguimiento';
const meta = { what: WHAT };

export function visitPage(request: ListRequest) {
  return queryOptions({
    queryKey: [...KEY, 'page', request],
    meta,
    queryFn: ({ signal }) => api.page<VisitRow>('/api/seguimiento', { query: { ...request }, signal }),
  });
}

/** How many children each reason holds for. */
export function visitCounts(filters: Record<string, string>) {
  return queryOptions({
    queryKey: [...KEY, 'counts', filters],
    meta,
    queryFn: ({ signal }) =>
      api.get<Record<VisitReason | 'total' | 'sinNacimiento', number>>('/api/seguimiento/conteo', {
        query: filters,
        signal,
      }),
  });
}

interface Person {
  _id: string;
  nombre: string;
  apellido: string;
}

/** Those who have recorded somebody: whom supervision can narrow the list to. */
export const responsiblePeople = queryOptions({
  queryKey: [...KEY, 'responsables'],
  meta,
  queryFn: async ({ signal }) => (await api.get<{ filas: Person[] }>('/api/reportes/conteo', { signal })).filas,
});
