import { z } from 'zod';
import { STATUSES } from '../growth/status.ts';
import { prevalenceSchema } from '../reports/prevalence.ts';
import { defineCall } from './define-call.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { choiceFilter } from './filter-kinds.ts';
import { filterQuery, listQuery } from './list-query.ts';

const shared = { method: 'GET', permission: 'reports', tag: 'reportes' } as const;
const whole = z.int();
const score = z.number().nullable();

const shares = z.object({ n: whole, bajo: prevalenceSchema, severa: prevalenceSchema });
const cantonShares = z.object({ provincia: z.string(), canton: z.string(), ...shares.shape });
/** `cronologica`: the scores of preterm children without the correction of their age. */
export const REPORT_AGES = ['corregida', 'cronologica'] as const;

const stunting = z.object({
  /** Children whose scores are those of the corrected age. */
  corregidos: whole,
  general: shares,
  provincias: z.array(z.object({ provincia: z.string(), ...shares.shape })),
  cantones: z.array(cantonShares),
  meses: z.array(z.object({ mes: z.string(), etiqueta: z.string(), ...shares.shape })),
});
export type Shares = z.output<typeof shares>;
export type CantonShares = z.output<typeof cantonShares>;
export type Stunting = z.output<typeof stunting>;

export const getStunting = defineCall({
  ...shared,
  path: '/api/reportes/talla',
  query: filterQuery({ ...PLACE_FILTERS, edad: choiceFilter(REPORT_AGES) }),
  answer: stunting,
  sharesAnswers: true,
});

const disagreeing = z.object({
  _id: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  provincia: z.string(),
  canton: z.string(),
  estado: z.enum(STATUSES),
  zpeso: score,
  ztalla: score,
  zpesotalla: score,
  zimc: score,
  discrepancia: z.string(),
  edadCorregida: z.boolean(),
  fecha: z.iso.date(),
});
export type DisagreeingChild = z.output<typeof disagreeing>;

export const listDisagreeing = defineCall({
  ...shared,
  path: '/api/reportes/discrepancias',
  query: listQuery({
    sortable: ['nombres', 'apellidos', 'estado', 'ztalla', 'zpeso', 'fecha'],
    filters: { ...PLACE_FILTERS, estado: choiceFilter(STATUSES) },
  }),
  rows: disagreeing,
});
