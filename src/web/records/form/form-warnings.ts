import { today } from '#domain/calendar.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { emptyValue, type Field, fieldSchema, type Value, type Values } from '#domain/fields/index.ts';
import { oncePerDeclaration } from '#domain/once.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import type { FormContext } from './form-values.ts';

/** Schemas are cached, because building sixty of them at every key is too slow on a phone. */
const schemaOf = oncePerDeclaration(fieldSchema);

const cache = new WeakMap<Field, { given: Value | undefined; value: Value }>();

/** The parsed value, or an empty one while it is incomplete or out of bounds, so that warnings do not flicker while typing. */
function settledValue(field: Field, given: Value | undefined): Value {
  const cached = cache.get(field);
  if (cached && cached.given === given) return cached.value;
  const parsed = schemaOf(field).safeParse(given);
  const value = parsed.success ? parsed.data : emptyValue(field);
  cache.set(field, { given, value });
  return value;
}

const settled = (definition: RecordDefinition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(definition.fields).map(([name, field]) => [name, settledValue(field, values[name])]),
  );

export function formWarnings(definition: RecordDefinition, values: Values, context: FormContext): FieldProblem[] {
  const { birth = null, others = [], surroundings, doubts } = context;
  const haemoglobinTable = surroundings?.altitude?.table;
  const read = settled(definition, values);
  const warnings = warningsOf(definition, read, { today: today(), birth, others, haemoglobinTable });
  const more = doubts?.(read) ?? [];
  return [...warnings, ...more.filter(({ path }) => !warnings.some((one) => one.path === path))];
}
