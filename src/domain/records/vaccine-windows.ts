import { ageBetween, daysBetween } from '../calendar.ts';
import type { FieldProblem } from '../errors.ts';
import type { Values } from '../fields/index.ts';
import { CURRENT_SCHEDULE, FIPV_INTERVAL_DAYS } from '../vaccines/schedule.ts';
import { type VaccineKey, vaccineOf } from '../vaccines/vaccine-names.ts';
import type { WarningContext } from './warning-context.ts';

const BCG = 'BCG es dosis única hasta los 11 meses 29 días.';
const ROTAVIRUS = 'Rotavirus: primera dosis hasta los 3 meses 29 días, segunda dosis hasta los 7 meses 29 días.';
const PENTAVALENT =
  'En caso de reacción anafiláctica o alergia a la pentavalente, administrar la vacuna HB pediátrica en el mismo esquema.';
const FIPV = 'El intervalo entre las dos dosis de fIPV debe ser de 8 semanas.';

export const VACCINE_RULES = [BCG, ROTAVIRUS, PENTAVALENT, FIPV] as const;

const AGE_RULES: Partial<Record<VaccineKey, string>> = { bcg: BCG, rotavirus: ROTAVIRUS };

function brokenAgeRule(vaccine: VaccineKey | undefined, number: unknown, months: number): string | undefined {
  const pastLimit = CURRENT_SCHEDULE.some(
    (dose) =>
      dose.vaccine === vaccine &&
      (dose.number === null || dose.number === number) &&
      dose.beforeMonths !== undefined &&
      months >= dose.beforeMonths,
  );
  return pastLimit && vaccine ? AGE_RULES[vaccine] : undefined;
}

/** Warns about the rules that the form shows; other vaccines are checked by the calendar only. */
export function vaccineWarnings(values: Values, { birth, others }: WarningContext): FieldProblem[] {
  const vaccine = vaccineOf(String(values.tipovacuna ?? ''));
  const given = String(values.fechaaplicacion ?? '');
  const problems: FieldProblem[] = [];
  const months = birth && given && given >= birth ? ageBetween(birth, given).months : Number(values.edadapli);
  const brokenRule = brokenAgeRule(vaccine, values.dosis, months);
  if (brokenRule) problems.push({ path: 'fechaaplicacion', msg: `Está fuera de la edad indicada. ${brokenRule}` });
  const same = others.filter((other) => vaccine && vaccineOf(String(other.tipovacuna ?? '')) === vaccine);
  if (vaccine === 'bcg' && same.length > 0) problems.push({ path: 'tipovacuna', msg: `Ya tiene una dosis. ${BCG}` });
  const early = same.some((other) => Math.abs(daysBetween(String(other.fechaaplicacion), given)) < FIPV_INTERVAL_DAYS);
  if (vaccine === 'fipv' && given && early) problems.push({ path: 'fechaaplicacion', msg: FIPV });
  return problems;
}
