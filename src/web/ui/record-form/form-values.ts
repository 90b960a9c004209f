import { ageBetween, isCalendarDate, today } from '#domain/calendar.ts';
import { emptyValue, type Field, type Value, type Values } from '#domain/fields/index.ts';
import { type Bounds, daysOfWeeks } from '#domain/fields/number.ts';
import { type AltitudeContext, correctedHaemoglobin } from '#domain/haemoglobin/proposal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fieldOf, type Row } from '#web/lib/row.ts';

/** What a form knows besides its own fields. */
export interface FormContext {
  /** The child's birth date, when it is known. */
  birth?: string | undefined;
  /** The person's other records of the same kind. */
  others?: readonly Values[] | undefined;
  /** Values that a new record starts with (the last establishment). */
  defaults?: Values | undefined;
  /** Where the child lives, for what depends on the altitude; absent while nobody said. */
  altitude?: AltitudeContext | undefined;
}

const isEmpty = (value: Value | undefined) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether the hard bounds allow it. */
export const isWithin = ({ min, max }: Bounds, value: number) => value >= min && value <= max;

/** Months between the birth and a date of the form; null as long as one of them is unknown. */
function monthsAt(birth: string | undefined, date: Value | undefined): number | null {
  if (!birth || typeof date !== 'string' || !isCalendarDate(date) || date < birth) return null;
  return ageBetween(birth, date).months;
}

/** The bounds that other fields give to one: the days that the chosen week allows. */
export function boundsNow(definition: RecordDefinition, field: Field, values: Values): Bounds | undefined {
  if (field.kind !== 'number' || !field.daysOfWeek) return undefined;
  const weeks = definition.fields[field.daysOfWeek];
  const chosen = values[field.daysOfWeek];
  if (weeks?.kind !== 'number' || typeof chosen !== 'number' || !Number.isInteger(chosen)) return undefined;
  return chosen >= weeks.min && chosen <= weeks.max ? daysOfWeeks(chosen) : undefined;
}

/** What haemoglobin corrected for altitude would be, whatever the bounds of its own field say. */
export function altitudeProposal(definition: RecordDefinition, field: Field, values: Values, context: FormContext) {
  if (field.kind !== 'number' || !field.altitudeCorrectionOf || !context.altitude) return null;
  const measured = definition.fields[field.altitudeCorrectionOf];
  const value = values[field.altitudeCorrectionOf];
  if (measured?.kind !== 'number' || typeof value !== 'number') return null;
  return isWithin(measured, value) ? correctedHaemoglobin(value, context.altitude) : null;
}

function derivedValue(definition: RecordDefinition, field: Field, values: Values, context: FormContext) {
  if (field.kind !== 'number') return undefined;
  const { birth } = context;
  if (field.altitudeCorrectionOf) {
    const proposed = altitudeProposal(definition, field, values, context)?.value ?? null;
    return proposed !== null && isWithin(field, proposed) ? proposed : null;
  }
  if (field.monthsAt) {
    const months = monthsAt(birth, values[field.monthsAt]);
    // What the form would refuse is not filled in: a baby of days has no age in months yet.
    return months !== null && isWithin(field, months) ? months : null;
  }
  return field.daysOfWeek ? (boundsNow(definition, field, values)?.max ?? null) : undefined;
}

/** The fields whose value follows anew from another one, whatever was typed before: the days, when the week changes. */
export function renewedBy(definition: RecordDefinition, changed: string): string[] {
  return definition.fieldNames.filter((name) => {
    const field = definition.fields[name];
    return field?.kind === 'number' && field.daysOfWeek === changed;
  });
}

/** Fills in what follows from other fields, except what the person typed. */
export function derive(definition: RecordDefinition, values: Values, typed: ReadonlySet<string>, context: FormContext) {
  const derived: Values = { ...values };
  for (const [name, field] of Object.entries(definition.fields)) {
    const value = typed.has(name) ? undefined : derivedValue(definition, field, values, context);
    if (value !== undefined) derived[name] = value;
  }
  return derived;
}

/** What a form starts with: the stored row, or the defaults of a new record. */
export function initialValues(definition: RecordDefinition, stored: Row | undefined, context: FormContext): Values {
  const entries = Object.entries(definition.fields).map(([name, field]): [string, Value] => {
    if (stored) return [name, fieldOf(stored, name) ?? emptyValue(field)];
    if (field.kind === 'date' && field.defaultToday) return [name, today()];
    return [name, context.defaults?.[name] ?? emptyValue(field)];
  });
  const values = Object.fromEntries(entries);
  return stored ? values : derive(definition, values, new Set(), context);
}

export function isVisible(definition: RecordDefinition, values: Values, name: string): boolean {
  const condition = definition.fields[name]?.visibleWhen;
  return !condition || values[condition.field] === condition.equals;
}

/** The required fields that still lack a value. */
export function missingFields(definition: RecordDefinition, values: Values): string[] {
  return definition.fieldNames.filter(
    (name) => definition.fields[name]?.required && isVisible(definition, values, name) && isEmpty(values[name]),
  );
}

export function sameValues(some: Values, others: Values): boolean {
  return Object.keys(some).every(
    (name) => some[name] === others[name] || (isEmpty(some[name]) && isEmpty(others[name])),
  );
}

/** Values kept from an earlier form of the same kind, where they still have a field. */
export function withKept(start: Values, kept: Values): Values {
  return Object.fromEntries(
    Object.entries(start).map(([name, value]) => {
      const earlier = kept[name];
      return [name, earlier === undefined ? value : earlier];
    }),
  );
}
