import { z } from 'zod';
import { prevalenceSchema } from '../reports/prevalence.ts';
import { SURVEY_GROUPINGS, surveyShareSchema as share } from '../reports/survey.ts';
import { defineCall } from './define-call.ts';
import { EXPORT_FORMATS } from './exports.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { choiceFilter } from './filter-kinds.ts';
import { filterQuery, pagedFilterQuery } from './list-query.ts';

const whole = z.int();
const shared = { method: 'GET', permission: 'reports', tag: 'reportes' } as const;
const FILTERS = { ...PLACE_FILTERS, por: choiceFilter(SURVEY_GROUPINGS) };

const shares = z.object({
  ninos: whole,
  programa: prevalenceSchema,
  cronica: share,
  aguda: share,
  sobrepeso: share,
  global: share,
});
/** Names that the grouping does not have, and those that are not recorded, are empty. */
const group = z.object({
  provincia: z.string(),
  canton: z.string(),
  establecimiento: z.string(),
  sexo: z.string(),
  edad: z.string(),
});
const row = z.object({ ...group.shape, ...shares.shape });
const survey = z.object({
  por: z.enum(SURVEY_GROUPINGS),
  /** Of the children in the groups, those whose scores are of the corrected age. */
  corregidos: whole,
  filas: z.array(row),
  general: shares,
});
export type SurveyGroup = z.output<typeof group>;
export type SurveyRow = z.output<typeof row>;

/** Indicators of children under 24 months as a national survey computes them. Without `por` by province. */
export const getSurvey = defineCall({
  ...shared,
  path: '/api/reportes/indicadores',
  query: pagedFilterQuery(FILTERS),
  counted: survey,
  sharesAnswers: true,
});

export const exportSurvey = defineCall({
  ...shared,
  path: '/api/reportes/indicadores/exportar.xlsx',
  query: filterQuery(FILTERS),
  noted: { action: 'exportar', kind: 'reportes' },
  file: EXPORT_FORMATS.xlsx.type,
});
