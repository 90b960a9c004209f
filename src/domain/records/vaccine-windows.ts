import { ageBetween, daysBetween } from '../calendar.ts';
import type { FieldProblem } from '../errors.ts';
import type { Values } from '../fields/index.ts';
import { foldText } from '../text.ts';
import type { WarningContext } from './warning-context.ts';

const BCG = 'BCG es dosis única hasta los 11 meses 29 días.';
const ROTAVIRUS = 'Rotavirus: primera dosis hasta los 3 meses 29 días, segunda dosis hasta los 7 meses 29 días.';
const PENTAVALENT =
  'En caso de reacción anafiláctica o alergia a la pentavalente, administrar la vacuna HB pediátrica en el mismo esquema.';
const FIPV = 'El intervalo entre las dos dosis de fIPV debe ser de 8 semanas.';

/** What the vaccination form tells (specification, section 2). */
export const VACCINE_RULES = [BCG, ROTAVIRUS, PENTAVALENT, FIPV] as const;

/** Ages in completed months from which a dose is too late. */
const TOO_LATE: readonly { vaccine: string; dose: number | null; months: number; rule: string }[] = [
  { vaccine: 'bcg', dose: null, months: 12, rule: BCG },
  { vaccine: 'rotavirus', dose: 1, months: 4, rule: ROTAVIRUS },
  { vaccine: 'rotavirus', dose: 2, months: 8, rule: ROTAVIRUS },
];
const FIPV_INTERVAL_DAYS = 56;

/** Doses outside the windows that the form tells; those of other vaccines are the calendar's matter. */
export function vaccineWarnings(values: Values, { birth, others }: WarningContext): FieldProblem[] {
  const name = foldText(String(values.tipovacuna ?? ''));
  const given = String(values.fechaaplicacion ?? '');
  const problems: FieldProblem[] = [];
  const months = birth && given && given >= birth ? ageBetween(birth, given).months : Number(values.edadapli);
  const late = TOO_LATE.find(
    ({ vaccine, dose, months: limit }) =>
      name.includes(vaccine) && (dose === null || dose === values.dosis) && months >= limit,
  );
  if (late) problems.push({ path: 'fechaaplicacion', msg: `Está fuera de la edad indicada. ${late.rule}` });
  const same = others.filter((other) => foldText(String(other.tipovacuna ?? '')) === name);
  if (name.includes('bcg') && same.length > 0) problems.push({ path: 'tipovacuna', msg: `Ya tiene una dosis. ${BCG}` });
  const early = same.some((other) => Math.abs(daysBetween(String(other.fechaaplicacion), given)) < FIPV_INTERVAL_DAYS);
  if (name.includes('fipv') && given && early) problems.push({ path: 'fechaaplicacion', msg: FIPV });
  return problems;
}
