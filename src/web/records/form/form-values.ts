import { today } from '#domain/calendar.ts';
import {
  type Bounds,
  emptyValue,
  type Proposal,
  type Surroundings,
  type Value,
  type Values,
} from '#domain/fields/index.ts';
import { isWithin } from '#domain/fields/number.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';

/** What a form knows besides its own fields. */
export interface FormContext {
  /** The child's birth date, when it is known. */
  birth?: string | undefined;
  /** The person's other records of the same kind. */
  others?: readonly Values[] | undefined;
  /** Values that a new record starts with (the last establishment). */
  defaults?: Values | undefined;
  /** What else may be known of the person, perhaps only later; fields of a new record follow from it. */
  surroundings?: Surroundings | undefined;
}

const isEmpty = (value: Value | undefined) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** What a field's value would be by what it follows from, whatever its own bounds say. */
export function proposalFor(
  { fields }: RecordDefinition,
  name: string,
  values: Values,
  { birth, surroundings }: FormContext,
): Proposal | null {
  const field = fields[name];
  return (field?.kind === 'number' && field.derivation?.propose({ fields, values, birth, surroundings })) || null;
}

/** The bounds that other fields give to one: the days that the chosen week allows. */
export function boundsNow(definition: RecordDefinition, name: string, values: Values): Bounds | undefined {
  return proposalFor(definition, name, values, {})?.bounds;
}

/** The fields whose value follows anew from another one, whatever was typed before: the days, when the week changes. */
export function renewedBy(definition: RecordDefinition, changed: string): string[] {
  return definition.fieldNames.filter((name) => {
    const field = definition.fields[name];
    return field?.kind === 'number' && field.derivation?.renewed && field.derivation.from.includes(changed);
  });
}

/** Fills in what follows from other fields, except what the person typed. */
export function derive(definition: RecordDefinition, values: Values, typed: ReadonlySet<string>, context: FormContext) {
  const derived: Values = { ...values };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'number' || !field.derivation || typed.has(name)) continue;
    const proposed = proposalFor(definition, name, values, context)?.value;
    // What the form would refuse is not filled in: a baby of days has no age in months yet.
    derived[name] = proposed !== undefined && isWithin(field, proposed) ? proposed : null;
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
