import { memo } from 'react';
import type { Field } from '#domain/fields/index.ts';
import { CatalogField } from './catalog-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DateField } from './date-field.tsx';
import type { FieldInputProps } from './field-props.ts';
import { FlagField } from './flag-field.tsx';
import { NumberField } from './number-field.tsx';
import { CantonField, ProvinceField } from './place-fields.tsx';
import { TextField } from './text-field.tsx';

type PropsOf<Kind extends Field['kind']> = FieldInputProps<Extract<Field, { kind: Kind }>>;

/** The input of a declared field, chosen by its kind. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps) {
  const { field } = props;
  switch (field.kind) {
    case 'text':
    case 'number':
      if (field.catalog) return <CatalogField {...(props as PropsOf<'text' | 'number'>)} catalog={field.catalog} />;
      return field.kind === 'text' ? (
        <TextField {...(props as PropsOf<'text'>)} />
      ) : (
        <NumberField {...(props as PropsOf<'number'>)} />
      );
    case 'date':
      return <DateField {...(props as PropsOf<'date'>)} />;
    case 'choice':
      return <ChoiceField {...(props as PropsOf<'choice'>)} />;
    case 'flag':
      return <FlagField {...(props as PropsOf<'flag'>)} />;
    case 'province':
      return <ProvinceField {...(props as PropsOf<'province'>)} />;
    case 'canton':
      return <CantonField {...(props as PropsOf<'canton'>)} />;
  }
});
