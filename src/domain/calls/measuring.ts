import { z } from 'zod';
import { measuringSchema } from '../quality/described.ts';
import { defineCall } from './define-call.ts';
import type { ExportedList } from './exports.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { choiceFilter, dayFilter } from './filter-kinds.ts';
import { filterQuery, pagedFilterQuery } from './list-query.ts';
import { responsibleSchema } from './users.ts';

const MEASURED_BY = ['persona', 'canton'] as const;
const days = { desde: dayFilter, hasta: dayFilter };
const por = choiceFilter(MEASURED_BY);

/** The whole months that were counted, and how many changes were still waiting to be counted. */
const counted = { desde: z.string().nullable(), hasta: z.string().nullable(), pendientes: z.int() };

const row = z.object({
  /** Null if rows are cantons. */
  persona: responsibleSchema.nullable(),
  /** '' if rows are people. */
  provincia: z.string(),
  canton: z.string(),
  ...measuringSchema.shape,
});
export type MeasuringRow = z.output<typeof row>;

const report = z.object({ por: z.enum(MEASURED_BY), ...counted, filas: z.array(row) });

/** By person, unless `por` says otherwise; in the order of names. */
export const getMeasuring = defineCall({
  method: 'GET',
  path: '/api/reportes/calidad',
  permission: 'reports',
  tag: 'reportes',
  query: pagedFilterQuery({ por, ...days, ...PLACE_FILTERS }),
  counted: report,
  sharesAnswers: true,
});

const own = z.object({ ...counted, ...measuringSchema.shape });
export type OwnMeasuring = z.output<typeof own>;

/** Of the controls that the account itself recorded. */
export const getOwnMeasuring = defineCall({
  method: 'GET',
  path: '/api/perfil/calidad',
  permission: 'booklet',
  tag: 'perfil',
  query: filterQuery(days),
  answer: own,
});

export const MEASURING_LIST: ExportedList = {
  path: 'reportes/calidad',
  name: 'Calidad de las medidas',
  options: { sortable: [], filters: { por, ...PLACE_FILTERS } },
  permission: 'reports',
  kind: 'reportes',
};
