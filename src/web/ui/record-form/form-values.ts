import { ageBetween, isCalendarDate, today } from '#domain/calendar.ts';
import { emptyValue, type Value, type Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fieldOf, type Row } from '#web/lib/row.ts';

/** What a form knows besides its own fields. */
export interface FormContext {
  /** The child's birth date, when it is known. */
  birth?: string | undefined;
  /** Values that a new record starts with (the last establishment). */
  defaults?: Values | undefined;
}

const isEmpty = (value: Value | undefined) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Months between the birth and a date of the form; null as long as one of them is unknown. */
function monthsAt(birth: string | undefined, date: Value | undefined): number | null {
  if (!birth || typeof date !== 'string' || !isCalendarDate(date) || date < birth) return null;
  return ageBetween(birth, date).months;
}

/** Fills in what follows from other fields, except what the person typed. */
export function derive(definition: RecordDefinition, values: Values, typed: ReadonlySet<string>, context: FormContext) {
  const derived: Values = { ...values };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'number' || !field.monthsAt || typed.has(name)) continue;
    derived[name] = monthsAt(context.birth, values[field.monthsAt]);
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

/** Labels of the required fields that still lack a value, as they are read in a sentence. */
export function missingLabels(definition: RecordDefinition, values: Values): string[] {
  return Object.entries(definition.fields).flatMap(([name, field]) => {
    const missing = field.required && isVisible(definition, values, name) && isEmpty(values[name]);
    return missing ? [field.label] : [];
  });
}

export function sameValues(some: Values, others: Values): boolean {
  return Object.keys(some).every(
    (name) => some[name] === others[name] || (isEmpty(some[name]) && isEmpty(others[name])),
  );
}
