import { z } from 'zod';
import { STATUSES } from '../growth/malnutrition.ts';
import { PERIODS } from '../reports/periods.ts';
import { PLACES } from '../reports/places.ts';
import { defineCall } from './define-call.ts';
import { filterQuerySchema, listQuerySchema } from './list-query.ts';

const beside = { method: 'GET', permission: 'reports', tag: 'reportes' } as const;
const places = filterQuerySchema(PLACES);
const whole = z.int();

const controlsOfMonth = z.object({ mes: z.string(), etiqueta: z.string(), controles: whole });
const dashboard = z.object({
  total: whole,
  desnutricion: whole,
  /** Children with Desnutrición in a hundred, 2 decimals. */
  tasa: z.number(),
  controlesPorMes: z.array(controlsOfMonth),
});
export type Dashboard = z.output<typeof dashboard>;
export const getDashboard = defineCall({
  ...beside,
  path: '/api/reportes/tablero',
  query: places,
  answer: dashboard,
});

const bySex = z.object({ masculino: whole, femenino: whole });
export type BySex = z.output<typeof bySex>;
export const countBySex = defineCall({ ...beside, path: '/api/reportes/genero', query: places, answer: bySex });

const cantonWeight = z.object({ canton: z.string(), provincia: z.string(), promedio: z.number(), controles: whole });
export type CantonWeight = z.output<typeof cantonWeight>;
export const weighByCanton = defineCall({
  ...beside,
  path: '/api/reportes/peso-canton',
  query: places,
  answer: z.array(cantonWeight),
});

const child = { _id: z.string(), nombres: z.string(), apellidos: z.string() };

const WRONG_PERIOD = `periodo debe ser ${PERIODS.map(({ months }) => months)
  .toSorted((a, b) => a - b)
  .join(', ')}`;
const periodo = z
  .string({ error: WRONG_PERIOD })
  .refine((value) => value === '' || PERIODS.some(({ months }) => String(months) === value), WRONG_PERIOD)
  .transform((value) => (value === '' ? undefined : Number(value)))
  .optional();

const followed = z.object({
  ...child,
  edad: z.number(),
  peso: z.number(),
  longitud: z.number(),
  estado: z.enum(STATUSES),
  fecha: z.iso.date(),
});
export type Followed = z.output<typeof followed>;
export const listFollowed = defineCall({
  ...beside,
  path: '/api/reportes/desnutricion',
  query: listQuerySchema(Object.keys(followed.omit({ _id: true }).shape), [...PLACES, 'estado']).extend({ periodo }),
  rows: followed,
});

const vaccinated = z.object({ ...child, vacunas: whole });
export type Vaccinated = z.output<typeof vaccinated>;
export const listVaccinated = defineCall({
  ...beside,
  path: '/api/reportes/vacunas',
  query: listQuerySchema(['nombres', 'apellidos', 'vacunas', 'fechaRegistro'], PLACES),
  rows: vaccinated,
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
/** Who recorded how many; the general total is that of every page. */
export const countByStaff = defineCall({
  ...beside,
  path: '/api/reportes/conteo',
  query: listQuerySchema(Object.keys(staffCount.omit({ _id: true }).shape), PLACES),
  counted: z.object({ filas: z.array(staffCount), general }),
});
