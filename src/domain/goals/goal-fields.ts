import { z } from 'zod';
import { type Fields, fieldSchemas, type ValuesOf } from '../fields/index.ts';
import { COUNTED_KEYS, type CountedKey, countedRecord, GOAL_FAMILIES, type GoalFamily } from './counted-records.ts';

/** The latest age of a goal: completed months of a child, weeks of a pregnancy. */
const LAST_AGE: Record<GoalFamily, number> = { embarazo: 42, nino: 60 };

/** The most days of a unit of age: a month of a child, a week of a pregnancy. */
const DAYS_OF_UNIT: Record<GoalFamily, number> = { embarazo: 7, nino: 31 };

const countedOptions = (keys: readonly CountedKey[]) =>
  keys.map((value) => ({ value, label: countedRecord(value).label }));

/** The fields of a goal, in the order of the form. */
export const GOAL_FIELDS = {
  nombre: { kind: 'text', label: 'Nombre de la meta', max: 120, required: true },
  para: {
    kind: 'choice',
    label: 'Para quién',
    options: Object.entries(GOAL_FAMILIES).map(([value, label]) => ({ value, label })),
    required: true,
  },
  registro: {
    kind: 'choice',
    label: 'Qué se cuenta',
    options: countedOptions(COUNTED_KEYS),
    required: true,
  },
  vacuna: {
    kind: 'text',
    label: 'Solo de esta vacuna',
    max: 60,
    hint: 'Solo para dosis: una parte de su nombre, por ejemplo Tdap. Vacío: de cualquier vacuna.',
  },
  dosis: {
    kind: 'number',
    label: 'Solo esta dosis',
    min: 1,
    max: 10,
    decimals: 0,
    hint: 'Solo para dosis: su número. Vacío: cualquiera.',
  },
  cantidad: { kind: 'number', label: 'Cuántos', min: 1, max: 50, decimals: 0, required: true },
  desde: {
    kind: 'number',
    label: 'Desde',
    min: 0,
    max: 59,
    decimals: 0,
    required: true,
    hint: 'Meses de edad cumplidos, o semanas de embarazo.',
  },
  hasta: {
    kind: 'number',
    label: 'Hasta antes de',
    min: 1,
    max: 60,
    decimals: 0,
    required: true,
    hint: 'Meses de edad cumplidos, o semanas de embarazo.',
  },
  plazo: {
    kind: 'number',
    label: 'Plazo',
    unit: 'días',
    min: 0,
    max: 1830,
    decimals: 0,
    hint: 'Días desde el nacimiento o el inicio del embarazo. Vacío: hasta el final de la edad.',
  },
  vigente: {
    kind: 'date',
    label: 'Vigente desde',
    required: true,
    hint: 'Cuenta para los plazos que vencen desde este día.',
  },
  fuente: { kind: 'text', label: 'Fuente', max: 300, required: true },
  mostrada: { kind: 'flag', label: 'Se muestra', default: true, yesNo: true },
} as const satisfies Fields;

export type GoalValues = ValuesOf<typeof GOAL_FIELDS>;

/** Whether goals for `para` count `registro`; anything while one of them is not chosen. */
export const isCountedFor = (para: unknown, registro: unknown): boolean =>
  !para || !registro || countedRecord(String(registro)).para === para;

/** The fields of a form: what is counted depends on for whom the goal is. */
export const goalFieldsFor = (para: unknown): Fields => ({
  ...GOAL_FIELDS,
  registro: {
    ...GOAL_FIELDS.registro,
    options: countedOptions(COUNTED_KEYS.filter((registro) => isCountedFor(para, registro))),
  },
});

type Rule = readonly [path: keyof GoalValues, problem: (goal: GoalValues) => string | null];

/** The rules read these fields, so they apply only where these are valid. */
const isChosen = ({ para, registro }: GoalValues): boolean =>
  Object.hasOwn(GOAL_FAMILIES, para) && COUNTED_KEYS.some((key) => key === registro);

const isDose = ({ registro }: GoalValues) => countedRecord(registro).names !== undefined;

/** What single fields cannot say. */
const RULES: readonly Rule[] = [
  ['registro', ({ para, registro }) => (isCountedFor(para, registro) ? null : 'No corresponde a quien es la meta')],
  ['hasta', ({ desde, hasta }) => (desde < hasta ? null : 'Debe ser mayor que «Desde»')],
  [
    'hasta',
    ({ para, hasta }) => {
      const last = LAST_AGE[para as GoalFamily];
      return hasta <= last ? null : `Para el embarazo debe ser ${last} o menos`;
    },
  ],
  [
    'plazo',
    ({ para, desde, plazo }) =>
      plazo === null || plazo >= desde * DAYS_OF_UNIT[para as GoalFamily] ? null : 'Debe terminar después de «Desde»',
  ],
  ['vacuna', (goal) => (goal.vacuna === '' || isDose(goal) ? null : 'Solo se usa cuando se cuentan dosis')],
  ['dosis', (goal) => (goal.dosis === null || isDose(goal) ? null : 'Solo se usa cuando se cuentan dosis')],
  [
    'cantidad',
    ({ registro, cantidad }) => (countedRecord(registro).date || cantidad === 1 ? null : 'Debe ser 1 para esta meta'),
  ],
  [
    'desde',
    ({ registro, desde }) =>
      countedRecord(registro).date || desde === 0 ? null : 'Debe ser 0: cuenta desde el nacimiento',
  ],
];

const fields = z.object(fieldSchemas(GOAL_FIELDS));

/** The fields of a goal, with more if given, and what single fields cannot say; problems by field. */
export const goalSchemaWith = <S extends z.ZodRawShape>(more: S) =>
  fields.extend(more).superRefine((goal, context) => {
    // Only the fields of goals are read.
    const values = goal as unknown as GoalValues;
    if (!isChosen(values)) return;
    for (const [path, problem] of RULES) {
      const message = problem(values);
      if (message !== null) context.addIssue({ code: 'custom', path: [path], message, input: goal });
    }
  });

export const goalSchema = goalSchemaWith({});
