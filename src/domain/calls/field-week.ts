import { z } from 'zod';
import { dataAsOfSchema } from './data-as-of.ts';
import { defineCall } from './define-call.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { pagedFilterQuery } from './list-query.ts';
import { responsibleSchema } from './users.ts';

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
  porcentaje: z.number(),
});
const row = z.object({
  responsable: responsibleSchema,
  provincia: z.string(),
  canton: z.string(),
  ...figures.shape,
});
const week = z.object({
  mes: month,
  mesAnterior: month,
  filas: z.array(row),
  general: figures,
  datosAl: dataAsOfSchema,
});
export type FieldFigures = z.output<typeof figures>;
export type FieldRow = z.output<typeof row>;
export type FieldWeek = z.output<typeof week>;

export const getFieldWeek = defineCall({
  method: 'GET',
  path: '/api/reportes/semana',
  permission: 'reports',
  tag: 'reportes',
  query: pagedFilterQuery(PLACE_FILTERS),
  counted: week,
  sharesAnswers: true,
});
