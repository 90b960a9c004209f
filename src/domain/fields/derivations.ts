import { ageBetween, isCalendarDate } from '../calendar.ts';
import { type Derivation, type DerivationInput, unitOf } from './field.ts';
import { hasAtMost, isWithin } from './number.ts';

/** The value of a number field; null if the field would refuse it. */
export function numberIn({ fields, values }: DerivationInput, name: string): number | null {
  const [field, value] = [fields[name], values[name]];
  if (field?.kind !== 'number' || typeof value !== 'number') return null;
  return isWithin(field, value) && hasAtMost(value, field.decimals) ? value : null;
}

function monthsTo({ values, birth }: DerivationInput, date: string): number | null {
  const day = values[date];
  if (!birth || typeof day !== 'string' || !isCalendarDate(day) || day < birth) return null;
  return ageBetween(birth, day).months;
}

export const monthsAt = (date: string): Derivation => ({
  from: [date],
  propose: (input) => {
    const value = monthsTo(input, date);
    return value === null ? null : { value };
  },
  doubt: (typed, input) => {
    const exact = monthsTo(input, date);
    if (exact === null || Math.abs(exact - typed) <= 1) return null;
    const months = `${exact === 1 ? 'sería' : 'serían'} ${exact} ${unitOf('meses', String(exact))}`;
    return `Por la fecha de nacimiento ${months}. Revisa la edad.`;
  },
  outside: (months, { min, max }) =>
    months < min
      ? `Aún no cumple ${min} ${unitOf('meses', String(min))}. Escribe ${min}, la menor edad que se registra.`
      : `Ya cumplió ${months} ${unitOf('meses', String(months))}. Aquí se registra hasta los ${max}.`,
});

const DAYS = 7;

/** The days that completed weeks of pregnancy allow (specification, section 4); the last of them is proposed. */
export const daysOfWeeks = (weeks: string): Derivation => ({
  from: [weeks],
  replacesTyped: true,
  propose: (input) => {
    const chosen = numberIn(input, weeks);
    if (chosen === null) return null;
    const last = DAYS * chosen;
    return { value: last, bounds: { min: last - DAYS + 1, max: last } };
  },
});
