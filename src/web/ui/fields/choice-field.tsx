import type { ChoiceField as ChoiceDeclaration } from '#domain/fields/index.ts';
import type { FieldInputProps } from './field-props.ts';
import { OptionsField } from './options-field.tsx';
import { Segmented } from './segmented.tsx';

const MAX_PARALLEL = 3;

export function ChoiceFieldInput(props: FieldInputProps<ChoiceDeclaration>) {
  const { name, field, value, onChange } = props;
  if (field.options.length > MAX_PARALLEL) return <OptionsField {...props} options={field.options} />;
  return (
    <Segmented
      {...props}
      options={field.options}
      selected={String(value ?? '')}
      onSelect={(option) => onChange(name, option)}
    />
  );
}
