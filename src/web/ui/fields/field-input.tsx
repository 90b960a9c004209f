import { memo } from 'react';
import type {
  CantonField as C,
  ChoiceField as Ch,
  DateField as D,
  FlagField as F,
  NumberField as N,
  ProvinceField as P,
  TextField as T,
} from '#domain/fields/index.ts';
import { CatalogField } from './catalog-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DateField } from './date-field.tsx';
import type { FieldInputProps } from './field-props.ts';
import { FlagField } from './flag-field.tsx';
import { NumberField } from './number-field.tsx';
import { CantonField, ProvinceField } from './place-fields.tsx';
import { TextField } from './text-field.tsx';

/** The input of any declared field: one place that switches on its kind. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps) {
  const { field } = props;
  switch (field.kind) {
    case 'text':
    case 'number':
      if (field.catalog) return <CatalogField {...(props as FieldInputProps<T | N>)} catalog={field.catalog} />;
      return field.kind === 'text' ? (
        <TextField {...(props as FieldInputProps<T>)} />
      ) : (
        <NumberField {...(props as FieldInputProps<N>)} />
      );
    case 'date':
      return <DateField {...(props as FieldInputProps<D>)} />;
    case 'choice':
      return <ChoiceField {...(props as FieldInputProps<Ch>)} />;
    case 'flag':
      return <FlagField {...(props as FieldInputProps<F>)} />;
    case 'province':
      return <ProvinceField {...(props as FieldInputProps<P>)} />;
    case 'canton':
      return <CantonField {...(props as FieldInputProps<C>)} />;
  }
});
