import { z } from 'zod';
import { type GOAL_FIELDS, goalSchemaWith } from '../goals/goal-fields.ts';
import { PERSON_KINDS } from '../journal/journal.ts';
import { prevalenceSchema } from '../reports/prevalence.ts';
import { dataAsOfSchema } from './data-as-of.ts';
import { defineCall } from './define-call.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { userFilter } from './filter-kinds.ts';
import { chosenIdSchema, versionSchema } from './ids.ts';
import { filterQuery, pagedFilterQuery } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';
import { responsibleSchema } from './users.ts';

const tag = 'metas';
const read = { permission: 'booklet', tag } as const;
const write = { permission: 'catalogs.write', tag } as const;

const whole = z.int();
/** The stored goal; its fields as {@link GOAL_FIELDS} declares them. */
export const storedGoalSchema = z.object({
  _id: z.string(),
  version: z.number(),
  nombre: z.string(),
  para: z.string(),
  registro: z.string(),
  vacuna: z.string(),
  dosis: whole.nullable(),
  cantidad: whole,
  desde: whole,
  hasta: whole,
  plazo: whole.nullable(),
  vigente: z.iso.date(),
  fuente: z.string(),
  mostrada: z.boolean(),
} satisfies Record<keyof typeof GOAL_FIELDS | '_id' | 'version', z.ZodType>);
export type StoredGoal = z.output<typeof storedGoalSchema>;

/** All goals, in the order of their lists. */
export const listGoals = defineCall({
  ...read,
  method: 'GET',
  path: '/api/metas',
  answer: z.array(storedGoalSchema),
});

export const createGoal = defineCall({
  ...write,
  method: 'POST',
  path: '/api/metas',
  body: goalSchemaWith({ _id: chosenIdSchema }),
  status: 201,
  answer: withMessage(storedGoalSchema),
});

export const saveGoal = defineCall({
  ...write,
  method: 'PUT',
  path: '/api/metas/:id',
  body: goalSchemaWith({ version: versionSchema }),
  answer: withMessage(storedGoalSchema),
});

export const removeGoal = defineCall({ ...write, method: 'DELETE', path: '/api/metas/:id', answer: messageOnly });

const dueGoal = z.object({
  /** The woman or child. */
  _id: z.string(),
  tipo: z.enum(PERSON_KINDS),
  cedula: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  provincia: z.string(),
  canton: z.string(),
  celular: z.string(),
  responsable: responsibleSchema,
  meta: z.object({ _id: z.string(), nombre: z.string() }),
  faltan: whole,
  /** The first day that is too late. */
  antes: z.iso.date(),
  texto: z.string(),
});
export type DueGoalRow = z.output<typeof dueGoal>;

const dueQuery = pagedFilterQuery({ ...PLACE_FILTERS, responsable: userFilter });
export type DueGoalQuery = z.output<typeof dueQuery>;

/** Goals whose last day is within 30 days and that are not reached, those due first at the top. */
export const listDueGoals = defineCall({
  ...read,
  method: 'GET',
  path: '/api/seguimiento/metas',
  query: dueQuery,
  rows: dueGoal,
  noted: { action: 'exportar', kind: 'seguimiento', whole: true },
});

const goalShare = z.object({
  _id: z.string(),
  nombre: z.string(),
  para: z.string(),
  fuente: z.string(),
  /** Families whose deadline passed in the last 365 days, and how many of them reached the goal. */
  n: whole,
  cumplida: prevalenceSchema,
});
export type GoalShare = z.output<typeof goalShare>;

export const getGoalReport = defineCall({
  permission: 'reports',
  tag: 'reportes',
  method: 'GET',
  path: '/api/reportes/metas',
  query: filterQuery(PLACE_FILTERS),
  answer: z.object({ metas: z.array(goalShare), datosAl: dataAsOfSchema }),
  sharesAnswers: true,
});
export type GoalReport = z.output<typeof getGoalReport.answer>;
