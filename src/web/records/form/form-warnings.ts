import { today } from '#domain/calendar.ts';
import { once } from '#domain/calls/once.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { emptyValue, fieldSchema, type Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import type { FormContext } from './form-values.ts';

/** Made once: sixty of them at every key are what a slow phone does not have the time for. */
const schemaOf = once(fieldSchema);

/** Half-typed dates and numbers outside their bounds say nothing yet: a warning about them would only flicker. */
function settled(definition: RecordDefinition, values: Values): Values {
  const entries = Object.entries(definition.fields).map(([name, field]) => {
    const parsed = schemaOf(field).safeParse(values[name]);
    return [name, parsed.success ? parsed.data : emptyValue(field)];
  });
  return Object.fromEntries(entries);
}

/** What looks wrong in a form and may be saved all the same. */
export function formWarnings(definition: RecordDefinition, values: Values, context: FormContext): FieldProblem[] {
  const { birth = null, others = [] } = context;
  return warningsOf(definition, settled(definition, values), { today: today(), birth, others });
}
