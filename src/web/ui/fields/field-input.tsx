import { memo } from 'react';
import type { Field } from '#domain/fields/index.ts';
import { HelpOnLabel } from '#web/ui/help/on-label.tsx';
import { CatalogField } from './catalog-field.tsx';
import { ChoiceFieldInput } from './choice-field.tsx';
import { DateFieldInput } from './date-field.tsx';
import { type FieldInputProps, inputId } from './field-props.ts';
import { FlagFieldInput } from './flag-field.tsx';
import { NumberFieldInput } from './number-field.tsx';
import { CantonFieldInput, ProvinceFieldInput } from './place-fields.tsx';
import { TextFieldInput } from './text-field.tsx';

type PropsOf<Kind extends Field['kind']> = FieldInputProps<Extract<Field, { kind: Kind }>>;

/** Lists and rows of choices fill their box, so that the "?" stands at the label. A tile has only the "?" of its group. */
const isHelpedOnLabel = (field: Field): boolean =>
  field.kind === 'choice' ||
  (field.kind === 'flag' && field.yesNo === true) ||
  ((field.kind === 'text' || field.kind === 'number') && field.catalog !== undefined);

/** The input of a declared field, with its explanation. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps) {
  const { field } = props;
  if (!field.help || !isHelpedOnLabel(field)) return <InputOfKind {...props} />;
  return (
    <HelpOnLabel help={field.help} name={inputId(props)} label={field.label}>
      <InputOfKind {...props} />
    </HelpOnLabel>
  );
});

/** The input of a declared field, chosen by its kind. */
function InputOfKind(props: FieldInputProps) {
  const { field } = props;
  switch (field.kind) {
    case 'text':
    case 'number':
      if (field.catalog) return <CatalogField {...(props as PropsOf<'text' | 'number'>)} catalog={field.catalog} />;
      return field.kind === 'text' ? (
        <TextFieldInput {...(props as PropsOf<'text'>)} />
      ) : (
        <NumberFieldInput {...(props as PropsOf<'number'>)} />
      );
    case 'date':
      return <DateFieldInput {...(props as PropsOf<'date'>)} />;
    case 'choice':
      return <ChoiceFieldInput {...(props as PropsOf<'choice'>)} />;
    case 'flag':
      return <FlagFieldInput {...(props as PropsOf<'flag'>)} />;
    case 'province':
      return <ProvinceFieldInput {...(props as PropsOf<'province'>)} />;
    case 'canton':
      return <CantonFieldInput {...(props as PropsOf<'canton'>)} />;
  }
}
