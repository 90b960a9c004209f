import { z } from 'zod';
import { daysBetween } from '../calendar.ts';
import { type Fields, fieldSchemas, type ValuesOf } from '../fields/index.ts';
import { REQUIRED } from '../schema-messages.ts';
import { daysOfAge, GESTATION_DAYS, growthAge, growthAgeOfDays } from './corrected-age.ts';
import { type GrowthInput, LAST_DAY, POSITIONS, type Position } from './evaluate.ts';
import type { GrowthAge } from './growth-age.ts';
import { SEXES, type Sex } from './who/sexes.ts';

const ANY_DECIMALS = 20;
const option = (value: string) => ({ value, label: value });

/** The input of `POST /api/crecimiento/evaluar` for one child; the bounds are those of WHO Anthro. */
const FIELDS = {
  sexo: { kind: 'choice', label: 'Sexo', options: SEXES.map(option), required: true },
  edadDias: { kind: 'number', label: 'Edad', unit: 'días', min: 0, max: LAST_DAY, decimals: 0 },
  fechanacimiento: { kind: 'date', label: 'Fecha de nacimiento' },
  fecha: { kind: 'date', label: 'Fecha de la medición' },
  diasGestacion: { kind: 'number', label: 'Días de gestación al nacer', unit: 'días', ...GESTATION_DAYS, decimals: 0 },
  peso: { kind: 'number', label: 'Peso', unit: 'kg', min: 0.9, max: 58, decimals: ANY_DECIMALS },
  longitud: { kind: 'number', label: 'Longitud o talla', unit: 'cm', min: 38, max: 150, decimals: ANY_DECIMALS },
  medida: { kind: 'choice', label: 'Cómo se midió', options: POSITIONS.map(option) },
  perimetro: { kind: 'number', label: 'Perímetro cefálico', unit: 'cm', min: 25, max: 64, decimals: ANY_DECIMALS },
  edema: { kind: 'flag', label: 'Edema en ambos pies', default: false },
} as const satisfies Fields;

const NO_AGE = 'Envía la edad en días, o la fecha de nacimiento y la fecha de la medición';
const BEFORE_BIRTH = 'La fecha no puede ser anterior al nacimiento';
const TOO_OLD = 'La edad debe estar entre 0 y 60 meses';

type Sent = ValuesOf<typeof FIELDS>;

function ageProblem({ edadDias, fechanacimiento, fecha }: Sent): { path: string; message: string } | null {
  if (edadDias !== null) return null;
  if (fechanacimiento === null && fecha === null) return { path: 'edadDias', message: NO_AGE };
  if (fechanacimiento === null) return { path: 'fechanacimiento', message: REQUIRED };
  if (fecha === null) return { path: 'fecha', message: REQUIRED };
  const days = daysBetween(fechanacimiento, fecha);
  if (days < 0) return { path: 'fecha', message: BEFORE_BIRTH };
  return days > LAST_DAY ? { path: 'fecha', message: TOO_OLD } : null;
}

const AGE_FIELDS = ['edadDias', 'fechanacimiento', 'fecha'];

const ageRule = z.check<Sent>(({ value, issues }) => {
  const problem = ageProblem(value);
  if (problem) issues.push({ code: 'custom', message: problem.message, path: [problem.path], input: value });
});
// The rule runs even if other fields have problems, so that one answer names all of them.
ageRule._zod.def.when = ({ issues }) =>
  !issues.some(({ path = [] }) => path.length === 0 || AGE_FIELDS.includes(String(path[0])));

const agesOf = ({ edadDias, fechanacimiento, fecha, diasGestacion }: Sent): GrowthAge =>
  (edadDias === null ? growthAge({ birth: fechanacimiento, gestacion: diasGestacion }, String(fecha)) : null) ??
  growthAgeOfDays(edadDias ?? 0, diasGestacion);

/** One child at one visit, by age in days or by two dates; if both are sent, the days are used. `edad`: null without days of pregnancy. */
export const evaluationRequestSchema = z
  .object(fieldSchemas(FIELDS), { error: 'Se esperaba un objeto con los datos de una niña o un niño' })
  .check(ageRule)
  .transform((values): { sexo: Sex; input: GrowthInput; edad: GrowthAge | null } => {
    const { medida, peso, longitud, perimetro, edema } = values;
    const ages = agesOf(values);
    return {
      sexo: values.sexo as Sex,
      edad: values.diasGestacion === null ? null : ages,
      input: {
        ...{ edadDias: daysOfAge(ages), peso, longitud, perimetro, edema },
        medida: (medida || null) as Position | null,
      },
    };
  });
