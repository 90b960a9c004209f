import { today } from '#domain/calendar.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { emptyValue, type Field, fieldSchema, type Value, type Values } from '#domain/fields/index.ts';
import { once } from '#domain/once.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import type { FormContext } from './form-values.ts';

/** Made once: sixty of them at every key are what a slow phone does not have the time for. */
const schemaOf = once(fieldSchema);

/** What a field's value was last, and what it says. */
const last = new WeakMap<Field, { given: Value | undefined; said: Value }>();

/** Half-typed dates and numbers outside their bounds say nothing yet: a warning about them would only flicker. */
function settledValue(field: Field, given: Value | undefined): Value {
  const known = last.get(field);
  // A key changes one field of sixty.
  if (known && known.given === given) return known.said;
  const parsed = schemaOf(field).safeParse(given);
  const said = parsed.success ? parsed.data : emptyValue(field);
  last.set(field, { given, said });
  return said;
}

const settled = (definition: RecordDefinition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(definition.fields).map(([name, field]) => [name, settledValue(field, values[name])]),
  );

/** What looks wrong in a form and may be saved all the same. */
export function formWarnings(definition: RecordDefinition, values: Values, context: FormContext): FieldProblem[] {
  const { birth = null, others = [] } = context;
  return warningsOf(definition, settled(definition, values), { today: today(), birth, others });
}
