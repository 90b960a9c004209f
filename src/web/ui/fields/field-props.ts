import type { Field, Value } from '#domain/fields/index.ts';

/** What every input of a declared field takes; the input is found by its name, which is also its id. */
export interface FieldInputProps<F extends Field = Field> {
  name: string;
  field: F;
  value: Value;
  onChange: (name: string, value: Value) => void;
  error?: string | undefined;
  /** Looks wrong but may be saved. */
  warning?: string | undefined;
  /** The value of the record before, as it is shown. */
  previous?: string | undefined;
  /** Bounds of a number that follow from another field and are narrower than its own. */
  min?: number | undefined;
  max?: number | undefined;
  /** The province chosen, for a canton. */
  within?: string | undefined;
  disabled?: boolean | undefined;
}
