import { z } from 'zod';
import { PLACES } from '../reports/places.ts';
import { defineCall } from './define-call.ts';
import { filterQuerySchema } from './list-query.ts';

const whole = z.int();
const month = z.string();

const figures = z.object({
  ninos: whole,
  sinControl: whole,
  controlesMes: whole,
  controlesMesAnterior: whole,
  controlesMismoDia: whole,
  registros: whole,
  advertidos: whole,
  /** Records with warnings in a hundred, 2 decimals. */
  porcentaje: z.number(),
});
const row = z.object({
  responsable: z.object({ _id: z.string(), nombre: z.string(), apellido: z.string() }),
  provincia: z.string(),
  canton: z.string(),
  ...figures.shape,
});
const week = z.object({ mes: month, mesAnterior: month, filas: z.array(row), general: figures });
export type FieldFigures = z.output<typeof figures>;
export type FieldRow = z.output<typeof row>;
export type FieldWeek = z.output<typeof week>;

/** The weekly picture of the field. */
export const getFieldWeek = defineCall({
  method: 'GET',
  path: '/api/reportes/semana',
  permission: 'reports',
  tag: 'reportes',
  query: filterQuerySchema(PLACES),
  answer: week,
});
