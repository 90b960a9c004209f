import { z } from 'zod';
import { defineCall } from './define-call.ts';

const time = z.int().nullable();

/** How long forms of one type of record were open until they were saved, in one month. */
const formTimes = z.object({
  tipo: z.string(),
  /** `YYYY-MM`. */
  mes: z.string(),
  registros: z.int(),
  /** In seconds. */
  mediana: time,
  p90: time,
});
export type FormTimes = z.output<typeof formTimes>;

/** Of the last twelve months, the newest first. It names no person and no account. */
export const listFormTimes = defineCall({
  method: 'GET',
  path: '/api/reportes/tiempos',
  permission: 'reports',
  tag: 'reportes',
  answer: z.array(formTimes),
});
