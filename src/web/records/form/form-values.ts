import { today } from '#domain/calendar.ts';
import type { FieldProblem } from '#domain/errors.ts';
import {
  type Bounds,
  type DerivationContext,
  emptyValue,
  type Proposal,
  type Value,
  type Values,
} from '#domain/fields/index.ts';
import { isWithin } from '#domain/fields/number.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';

export interface FormContext {
  /** The child's birth date. */
  birth?: string | undefined;
  /** The person's other records of the same kind. */
  others?: readonly Values[] | undefined;
  /** Initial values of a new record (the last establishment). */
  defaults?: Values | undefined;
  /** Further data of the person, perhaps loaded later, from which fields are derived. */
  surroundings?: DerivationContext | undefined;
  /** Further warnings about the values, which need more than the record and the person's other ones. */
  doubts?: ((values: Values) => FieldProblem[]) | undefined;
}

const isEmpty = (value: Value | undefined) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The value that a field's derivation proposes, which may exceed the field's own bounds. */
export function proposalFor(
  { fields }: RecordDefinition,
  name: string,
  values: Values,
  { birth, surroundings }: FormContext,
): Proposal | null {
  const field = fields[name];
  return (field?.kind === 'number' && field.derivation?.propose({ fields, values, birth, surroundings })) || null;
}

/** Bounds that depend on another field: the days of the chosen week. */
export function dependentBounds(definition: RecordDefinition, name: string, values: Values): Bounds | undefined {
  return proposalFor(definition, name, values, {})?.bounds;
}

export const isDerived = ({ fields }: RecordDefinition, name: string): boolean => {
  const field = fields[name];
  return field?.kind === 'number' && field.derivation !== undefined;
};

/** The fields that are derived again when a field changes, even if they were edited. */
export function rederivedFields(definition: RecordDefinition, changed: string): string[] {
  return definition.fieldNames.filter((name) => {
    const field = definition.fields[name];
    return field?.kind === 'number' && field.derivation?.replacesTyped && field.derivation.from.includes(changed);
  });
}

/** Derives values from other fields, except in fields that the user edited. */
export function derive(definition: RecordDefinition, values: Values, typed: ReadonlySet<string>, context: FormContext) {
  const derived: Values = { ...values };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'number' || !field.derivation || typed.has(name)) continue;
    const proposed = proposalFor(definition, name, values, context)?.value;
    // A proposal out of bounds is not filled in: a newborn has no age in months yet.
    derived[name] = proposed !== undefined && isWithin(field, proposed) ? proposed : null;
  }
  return derived;
}

/** The initial values of a form: the stored row, or the defaults of a new record. */
export function initialValues(definition: RecordDefinition, stored: Row | undefined, context: FormContext): Values {
  const entries = Object.entries(definition.fields).map(([name, field]): [string, Value] => {
    if (stored) return [name, fieldOf(stored, name) ?? emptyValue(field)];
    if (field.kind === 'date' && field.defaultToday) return [name, today()];
    return [name, context.defaults?.[name] ?? emptyValue(field)];
  });
  const values = Object.fromEntries(entries);
  return stored ? values : derive(definition, values, new Set(), context);
}

/** The dates of a new form that show `before`, the day of a wrong clock, as its default, moved to today. */
export function datesMoved({ fields }: RecordDefinition, start: Values, values: Values, before: string): Values {
  const moved = Object.entries(fields).filter(([name, field]) => {
    const isDefault = field.kind === 'date' && field.defaultToday === true;
    return isDefault && start[name] === before && values[name] === before;
  });
  return Object.fromEntries(moved.map(([name]): [string, Value] => [name, today()]));
}

export function isVisible(definition: RecordDefinition, values: Values, name: string): boolean {
  const condition = definition.fields[name]?.visibleWhen;
  return !condition || values[condition.field] === condition.equals;
}

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

/** Replaces values by those of a draft, for fields that still exist. */
export function withDraftValues(start: Values, draft: Values): Values {
  return Object.fromEntries(
    Object.entries(start).map(([name, value]) => {
      const drafted = draft[name];
      return [name, drafted === undefined ? value : drafted];
    }),
  );
}
