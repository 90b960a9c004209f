import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Status } from '#domain/growth/malnutrition.ts';
import { api, type Page } from '#web/lib/api-client.ts';
import type { Places } from './report-search.ts';

/** Shapes as `/api/reportes/*` answers them. */
export interface Dashboard {
  total: number;
  desnutricion: number;
  tasa: number;
  controlesPorMes: { mes: string; controles: number }[];
}

export interface BySex {
  masculino: number;
  femenino: number;
}

export interface CantonWeight {
  canton: string;
  provincia: string;
  promedio: number;
  controles: number;
}

interface Child {
  _id: string;
  nombres: string;
  apellidos: string;
}

export interface Followed extends Child {
  edad: number;
  peso: number;
  longitud: number;
  estado: Status;
  fecha: string;
}

export interface Vaccinated extends Child {
  vacunas: number;
}

export interface Counts {
  ninos: number;
  mujeres: number;
  total: number;
}

export interface StaffCount extends Counts {
  _id: string;
  nombre: string;
  apellido: string;
}

export type Query = Record<string, string | number | undefined>;

const REPORT_KEY = ['reportes'] as const;

/** What the reports load, for the sentence that the console gets when it fails (specification, section 8). */
export const WHAT = { children: 'niños', controls: 'controles', vaccines: 'vacunas', records: 'registros' } as const;
type What = (typeof WHAT)[keyof typeof WHAT];

/** The figures of one report. */
export function figures<T>(name: string, places: Places, ...what: [What, ...What[]]) {
  return queryOptions({
    queryKey: [...REPORT_KEY, name, places],
    meta: { what },
    queryFn: ({ signal }) => api.get<T>(`/api/reportes/${name}`, { query: { ...places }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const dashboard = (places: Places) => figures<Dashboard>('tablero', places, WHAT.children, WHAT.controls);
export const bySex = (places: Places) => figures<BySex>('genero', places, WHAT.children);
export const weightByCanton = (places: Places) => figures<CantonWeight[]>('peso-canton', places, WHAT.children);

/** One page of a table. */
export function table<Row>(name: string, query: Query, what: What) {
  return queryOptions({
    queryKey: [...REPORT_KEY, name, query],
    meta: { what },
    queryFn: ({ signal }) => api.page<Row>(`/api/reportes/${name}`, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const followedPage = (query: Query) => table<Followed>('desnutricion', query, WHAT.children);
export const vaccinatedPage = (query: Query) => table<Vaccinated>('vacunas', query, WHAT.vaccines);

/** Who recorded how many; the general total is that of every page. */
export function staffPage(query: Query) {
  return queryOptions({
    queryKey: [...REPORT_KEY, 'conteo', query],
    meta: { what: WHAT.records },
    queryFn: async ({ signal }): Promise<Page<StaffCount> & { general: Counts }> => {
      const { body, total } = await api.counted<{ filas: StaffCount[]; general: Counts }>('/api/reportes/conteo', {
        query,
        signal,
      });
      return { rows: body.filas, total, general: body.general };
    },
    placeholderData: keepPreviousData,
  });
}
