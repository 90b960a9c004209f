import type { Field } from '#domain/fields/index.ts';
import { rangeText } from '#domain/fields/number.ts';
import { FIELD_HELP, type HelpKey } from '#domain/help/explanations.ts';
import { RECORD_LIST } from '#domain/records/index.ts';

const fieldOf = (help: HelpKey): Field | undefined =>
  RECORD_LIST.flatMap(({ fields }) => Object.values(fields)).find((field) => field.help === help);

/** The label of the field with this explanation; the title where several fields share it. */
export function helpLabel(help: HelpKey): string {
  const field = fieldOf(help);
  return field && field.kind !== 'flag' && !field.group ? field.label : FIELD_HELP[help].title;
}

/** The accepted range of a measured field. */
export function acceptedRange(help: HelpKey): string | undefined {
  const field = fieldOf(help);
  return field?.kind === 'number' && !field.catalog ? rangeText(field, field.unit) : undefined;
}
