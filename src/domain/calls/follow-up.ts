import { z } from 'zod';
import { VISIT_REASON_KEYS, type VisitReason } from '../follow-up/reasons.ts';
import { STATUSES } from '../growth/status.ts';
import { dataAsOfSchema } from './data-as-of.ts';
import { defineCall } from './define-call.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { choiceFilter, userFilter } from './filter-kinds.ts';
import { listQuery } from './list-query.ts';
import { responsibleSchema } from './users.ts';

const shared = { method: 'GET', permission: 'booklet', tag: 'seguimiento' } as const;
const day = z.iso.date().nullable();
const whole = z.int();

/** Why a child needs a visit, since when, and in words. */
export const visitReasonSchema = z.object({
  motivo: z.enum(VISIT_REASON_KEYS),
  desde: z.iso.date(),
  texto: z.string(),
});

const visit = z.object({
  _id: z.string(),
  cedula: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  sexo: z.string(),
  fechanacimiento: day,
  provincia: z.string(),
  canton: z.string(),
  parroquia: z.string(),
  celular: z.string(),
  direccion: z.string(),
  estado: z.enum(STATUSES),
  visto: day,
  proximoControl: day,
  proximaVacuna: day,
  /** The day from which haemoglobin is measured next, at 6, 12 or 18 months; it may be past. */
  proximaHemoglobina: day,
  cruce: z.string().nullable(),
  responsable: responsibleSchema,
  motivos: z.array(visitReasonSchema),
});
export type VisitRow = z.output<typeof visit>;

/** Children by reason, and those without a birth date, whose visits cannot be computed. */
const counts = z.object({
  total: whole,
  sinNacimiento: whole,
  ...(Object.fromEntries(VISIT_REASON_KEYS.map((name) => [name, whole])) as Record<VisitReason, typeof whole>),
  datosAl: dataAsOfSchema,
});
export type VisitCounts = z.output<typeof counts>;

export const visitListOptions = {
  sortable: [],
  filters: { ...PLACE_FILTERS, responsable: userFilter, motivo: choiceFilter(VISIT_REASON_KEYS) },
};
const visitQuery = listQuery(visitListOptions);
export type VisitQuery = z.output<typeof visitQuery>;

export const listVisits = defineCall({
  ...shared,
  path: '/api/seguimiento',
  query: visitQuery,
  rows: visit,
  // The list of a phone grows by 25 rows each time.
  noted: { action: 'exportar', kind: 'seguimiento', whole: true, pageRows: 100 },
});

export const countVisits = defineCall({
  ...shared,
  path: '/api/seguimiento/conteo',
  query: visitQuery,
  answer: counts,
});
