import type { Field, Value } from '#domain/fields/index.ts';

/** Props of every input of a declared field. */
export interface FieldInputProps<F extends Field = Field> {
  name: string;
  /** Where a screen has several forms, the part of the id that distinguishes their fields. */
  scope?: string | undefined;
  field: F;
  value: Value;
  onChange: (name: string, value: Value) => void;
  error?: string | undefined;
  /** A warning does not prevent saving. */
  warning?: string | undefined;
  /** The value of the previous record, formatted. */
  previous?: string | undefined;
  /** Bounds of a number that follow from another field and are narrower than its own. */
  min?: number | undefined;
  max?: number | undefined;
  /** The province of a canton field. */
  within?: string | undefined;
  disabled?: boolean | undefined;
}

/** The id of the input, which is also its `name`: the field's name, after the scope if there is one. */
export const inputId = ({ name, scope }: { readonly name: string; readonly scope?: string | undefined }): string =>
  scope ? `${scope}.${name}` : name;
