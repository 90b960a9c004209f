import type { CantonField as CantonDeclaration, ProvinceField as ProvinceDeclaration } from '#domain/fields/index.ts';
import { cantonsOf, PROVINCES } from '#domain/territory.ts';
import type { FieldInputProps } from './field-props.ts';
import { OptionsField } from './options-field.tsx';

const toOptions = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
const PROVINCE_OPTIONS = toOptions(PROVINCES);

export function ProvinceFieldInput(props: FieldInputProps<ProvinceDeclaration>) {
  return <OptionsField {...props} options={PROVINCE_OPTIONS} placeholder="Elige una provincia" />;
}

export function CantonFieldInput(props: FieldInputProps<CantonDeclaration>) {
  const { within = '' } = props;
  return (
    <OptionsField
      {...props}
      options={toOptions(cantonsOf(within))}
      placeholder={within ? 'Elige un cantón' : 'Elige antes la provincia'}
      nothingFound={within ? 'No hay un cantón con ese nombre' : 'Elige antes la provincia'}
    />
  );
}
