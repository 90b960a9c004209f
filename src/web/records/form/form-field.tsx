import type { Field } from '#domain/fields/index.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import { dependentBounds } from './form-values.ts';
import type { RecordFormState } from './use-record-form.ts';

export interface FormFieldProps {
  name: string;
  field: Field;
  form: RecordFormState;
  /** The value of the previous record, formatted. */
  previous?: string | undefined;
}

export function FormField({ name, field, form, previous }: FormFieldProps) {
  const { definition, values, errors, warnings, change, scope } = form;
  const bounds = dependentBounds(definition, name, values);
  return (
    <FieldInput
      name={name}
      scope={scope}
      field={field}
      value={values[name] ?? null}
      onChange={change}
      error={errors.get(name)}
      warning={warnings.get(name)}
      within={field.kind === 'canton' ? String(values[field.within] ?? '') : undefined}
      min={bounds?.min}
      max={bounds?.max}
      previous={previous}
    />
  );
}
