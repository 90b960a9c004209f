import { z } from 'zod';
import { STATUSES } from '../growth/malnutrition.ts';
import { PLACES } from '../reports/places.ts';
import { defineCall } from './define-call.ts';
import { filterQuerySchema, listQuerySchema } from './list-query.ts';

const beside = { method: 'GET', permission: 'reports', tag: 'reportes' } as const;
const whole = z.int();
const score = z.number().nullable();

const prevalence = z.object({
  casos: whole,
  porcentaje: score,
  intervalo: z.tuple([z.number(), z.number()]).nullable(),
});
/** Of `n` children measured, those below −2 and those below −3 of length for age. */
const shares = z.object({ n: whole, bajo: prevalence, severa: prevalence });
const cantonShares = z.object({ provincia: z.string(), canton: z.string(), ...shares.shape });
const stunting = z.object({
  general: shares,
  provincias: z.array(z.object({ provincia: z.string(), ...shares.shape })),
  cantones: z.array(cantonShares),
  meses: z.array(z.object({ mes: z.string(), etiqueta: z.string(), ...shares.shape })),
});
export type Shares = z.output<typeof shares>;
export type CantonShares = z.output<typeof cantonShares>;
export type Stunting = z.output<typeof stunting>;

/** Prevalence of low length for age by the WHO standards. */
export const getStunting = defineCall({
  ...beside,
  path: '/api/reportes/talla',
  query: filterQuerySchema(PLACES),
  answer: stunting,
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
  fecha: z.iso.date(),
});
export type Disagreeing = z.output<typeof disagreeing>;

/** Where the programme's status and the WHO say different things. */
export const listDisagreeing = defineCall({
  ...beside,
  path: '/api/reportes/discrepancias',
  query: listQuerySchema(['nombres', 'apellidos', 'estado', 'ztalla', 'zpeso', 'fecha'], [...PLACES, 'estado']),
  rows: disagreeing,
});
