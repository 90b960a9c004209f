import { daysBetween, showDay } from '../calendar.ts';
import type { FieldProblem } from '../errors.ts';
import { type DateField, type Field, type NumberField, showNumber, type Values } from '../fields/index.ts';
import { isWithin } from '../fields/number.ts';
import { fieldWarning } from '../fields/warning.ts';
import type { RecordDefinition } from './define-record.ts';
import type { WarningContext } from './warning-context.ts';

const DAYS_PER_MONTH = 30;

function dateWarning(field: DateField, date: string, { today, birth }: WarningContext): string | null {
  if (birth && date < birth) return `Es anterior al nacimiento (${showDay(birth)}). Revisa la fecha.`;
  return date > today && !field.ahead ? 'Está en el futuro. Revisa la fecha.' : null;
}

function previousOf(definition: RecordDefinition, values: Values, others: readonly Values[]) {
  const dateField = definition.fieldNames.find((name) => definition.fields[name]?.kind === 'date');
  const date = dateField && values[dateField];
  if (!dateField || !date) return null;
  const day = (record: Values) => String(record[dateField] ?? '');
  const earlier = others.filter((other) => day(other) !== '' && day(other) < String(date));
  const previous = earlier.reduce<Values | null>(
    (last, other) => (last && day(last) > day(other) ? last : other),
    null,
  );
  return previous ? { previous, days: daysBetween(String(previous[dateField]), String(date)) } : null;
}

function changeWarning(field: NumberField, now: number, before: number, days: number): string | null {
  const unit = field.unit ? ` ${field.unit}` : '';
  const shown = (value: number) => `${showNumber(Math.abs(value), field.decimals)}${unit}`;
  if (field.neverShrinks && now < before)
    return `Mide ${shown(now - before)} menos que el último control. Revisa la medida.`;
  if (!field.plausibleChange) return null;
  const { gainPerMonth, lossShare } = field.plausibleChange;
  if (now - before > gainPerMonth * Math.max(1, days / DAYS_PER_MONTH))
    return `Subió ${shown(now - before)} en ${days} días. Revisa la medida.`;
  return before - now > before * lossShare ? `Bajó ${shown(before - now)} en ${days} días. Revisa la medida.` : null;
}

function warningAt(
  definition: RecordDefinition,
  name: string,
  values: Values,
  context: WarningContext,
  before: ReturnType<typeof previousOf>,
): string | null {
  const field = definition.fields[name] as Field;
  const value = values[name] ?? null;
  const alone = fieldWarning(field, value);
  if (alone) return alone;
  if (field.kind === 'date' && typeof value === 'string' && value) return dateWarning(field, value, context);
  if (field.kind !== 'number') return null;
  const { derivation } = field;
  const input = { fields: definition.fields, values, birth: context.birth };
  if (typeof value !== 'number') {
    const derived = derivation?.propose(input)?.value;
    return derived === undefined || isWithin(field, derived) ? null : (derivation?.outside?.(derived, field) ?? null);
  }
  const doubt = derivation?.doubt?.(value, input);
  if (doubt) return doubt;
  const earlier = before?.previous[name];
  return before && typeof earlier === 'number' ? changeWarning(field, value, earlier, before.days) : null;
}

/** Whether anything was entered that is neither filled in by itself nor part of the identity. */
const isEntered = ({ fields, fieldNames, identity }: RecordDefinition, values: Values) =>
  fieldNames.some((name) => {
    const field = fields[name] as Field;
    const isTyped = (field.kind === 'number' && !field.derivation) || field.kind === 'date';
    return isTyped && !identity.includes(name) && (values[name] ?? '') !== '';
  });

const REPEATED = 'Ya hay un registro con esta fecha. Guarda otro solo si lo repetiste.';

/** Warns of a record that has the identity of another one, such as a second control of a day. */
function repeatedWarning(definition: RecordDefinition, values: Values, { others }: WarningContext): FieldProblem[] {
  const { identity } = definition;
  const [path] = identity;
  const isSame = (other: Values) => identity.every((name) => values[name] && values[name] === other[name]);
  // A form of which only the date is filled in, as after a save, is not about a second record yet.
  const isSecond = path && others.some(isSame) && (identity.length > 1 || isEntered(definition, values));
  return isSecond ? [{ path, msg: REPEATED }] : [];
}

/** Warnings about values that are valid or still being typed; they never block saving. */
export function warningsOf(definition: RecordDefinition, values: Values, context: WarningContext): FieldProblem[] {
  const before = previousOf(definition, values, context.others);
  const byField = definition.fieldNames.flatMap((path) => {
    const msg = warningAt(definition, path, values, context, before);
    return msg ? [{ path, msg }] : [];
  });
  const own = definition.warnings?.(values, context) ?? [];
  const all = [...byField, ...own];
  // A record type's own rules about other records are more exact.
  const repeated = own.length === 0 ? repeatedWarning(definition, values, context) : [];
  return [...all, ...repeated.filter(({ path }) => !all.some((one) => one.path === path))];
}
