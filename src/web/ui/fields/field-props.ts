import type { Field, Value } from '#domain/fields/index.ts';

/** Props of every input of a declared field; the name is also the id. */
export interface FieldInputProps<F extends Field = Field> {
  name: string;
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
