import type { ChoiceField as ChoiceDeclaration } from '#domain/fields/index.ts';
import type { FieldInputProps } from './field-props.ts';
import { OptionsField } from './options-field.tsx';
import { Segmented } from './segmented.tsx';

/** So many options stand side by side on a phone, if their labels are no longer than this. */
const MAX_PARALLEL = 3;
const MAX_LETTERS = 16;

export function ChoiceFieldInput(props: FieldInputProps<ChoiceDeclaration>) {
  const { name, field, value, onChange } = props;
  const isRow = field.options.length <= MAX_PARALLEL && field.options.every(({ label }) => label.length <= MAX_LETTERS);
  if (!isRow) return <OptionsField {...props} options={field.options} />;
  return (
    <Segmented
      {...props}
      options={field.options}
      selected={String(value ?? '')}
      onSelect={(option) => onChange(name, option)}
    />
  );
}
