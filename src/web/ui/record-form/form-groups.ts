import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { FormGroup } from './form-section.tsx';
import { isVisible } from './form-values.ts';

/** The visible fields in the sections they are declared in; those without a section come first, untitled. */
export function formGroups(definition: RecordDefinition, values: Values): FormGroup[] {
  const visible = Object.entries(definition.fields).filter(([name]) => isVisible(definition, values, name));
  const loose = { key: '', fields: visible.filter(([, field]) => !field.section) };
  const sections = (definition.sections ?? []).map(({ key, title, hint }) => ({
    key,
    title,
    hint,
    fields: visible.filter(([, field]) => field.section === key),
  }));
  return [loose, ...sections].filter(({ fields }) => fields.length > 0);
}
