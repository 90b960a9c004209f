import { z } from 'zod';
import { STATUSES } from '../growth/status.ts';
import { PERIODS } from '../reports/periods.ts';
import { defineCall } from './define-call.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { choiceFilter } from './filter-kinds.ts';
import { filterQuery, listQuery } from './list-query.ts';

const shared = { method: 'GET', permission: 'reports', tag: 'reportes' } as const;
const places = filterQuery(PLACE_FILTERS);
const whole = z.int();

const controlsOfMonth = z.object({ mes: z.string(), etiqueta: z.string(), controles: whole });
const dashboard = z.object({
  total: whole,
  desnutricion: whole,
  tasa: z.number(),
  controlesPorMes: z.array(controlsOfMonth),
});
export type Dashboard = z.output<typeof dashboard>;
export const getDashboard = defineCall({
  ...shared,
  path: '/api/reportes/tablero',
  query: places,
  answer: dashboard,
  sharesAnswers: true,
});

const bySex = z.object({ masculino: whole, femenino: whole });
export type BySex = z.output<typeof bySex>;
export const countBySex = defineCall({
  ...shared,
  path: '/api/reportes/genero',
  query: places,
  answer: bySex,
  sharesAnswers: true,
});

const cantonWeight = z.object({ canton: z.string(), provincia: z.string(), promedio: z.number(), controles: whole });
export type CantonWeight = z.output<typeof cantonWeight>;
export const weighByCanton = defineCall({
  ...shared,
  path: '/api/reportes/peso-canton',
  query: places,
  answer: z.array(cantonWeight),
  sharesAnswers: true,
});

const child = { _id: z.string(), nombres: z.string(), apellidos: z.string() };

const periodo = choiceFilter(PERIODS.map(({ months }) => months).toSorted((a, b) => a - b));

const followed = z.object({
  ...child,
  edad: z.number(),
  peso: z.number(),
  longitud: z.number(),
  estado: z.enum(STATUSES),
  fecha: z.iso.date(),
});
export type FollowedChild = z.output<typeof followed>;
export const listFollowed = defineCall({
  ...shared,
  path: '/api/reportes/desnutricion',
  query: listQuery({
    sortable: Object.keys(followed.omit({ _id: true }).shape),
    filters: { ...PLACE_FILTERS, estado: choiceFilter(STATUSES), periodo },
  }),
  rows: followed,
  noted: { action: 'exportar', kind: 'reportes', whole: true },
});

const vaccinated = z.object({ ...child, vacunas: whole });
export type VaccinatedChild = z.output<typeof vaccinated>;
export const listVaccinated = defineCall({
  ...shared,
  path: '/api/reportes/vacunas',
  query: listQuery({ sortable: ['nombres', 'apellidos', 'vacunas', 'fechaRegistro'], filters: PLACE_FILTERS }),
  rows: vaccinated,
  noted: { action: 'exportar', kind: 'reportes', whole: true },
});

const counts = { ninos: whole, mujeres: whole, total: whole };
const general = z.object(counts);
const staffCount = z.object({
  _id: z.string(),
  nombre: z.string(),
  apellido: z.string(),
  cedula: z.string(),
  ...counts,
});
export type Counts = z.output<typeof general>;
export type StaffCount = z.output<typeof staffCount>;
export const countByStaff = defineCall({
  ...shared,
  path: '/api/reportes/conteo',
  query: listQuery({ sortable: Object.keys(staffCount.omit({ _id: true }).shape), filters: PLACE_FILTERS }),
  counted: z.object({ filas: z.array(staffCount), general }),
  sharesAnswers: true,
});
