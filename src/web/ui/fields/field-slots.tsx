import type { ReactNode } from 'react';
import type { Field } from '#domain/fields/index.ts';
import { type FieldInputProps, inputId } from './field-props.ts';
import { FieldWarning } from './field-warning.tsx';
import classes from './fields.module.css';

function describe({ error, warning }: FieldInputProps, hint: ReactNode): ReactNode {
  if (error) return undefined;
  if (!warning) return hint;
  return <FieldWarning>{warning}</FieldWarning>;
}

/** Props that all inputs share. An error or a warning replaces the hint. */
export function fieldSlots<F extends Field>(props: FieldInputProps<F>, hint: ReactNode = props.field.hint) {
  const { field, error, warning, disabled } = props;
  return {
    id: inputId(props),
    label: field.label,
    required: field.required ?? false,
    disabled: disabled ?? false,
    description: describe(props, hint),
    error,
    classNames: { input: !error && warning ? (classes.warned ?? '') : '' },
  };
}
