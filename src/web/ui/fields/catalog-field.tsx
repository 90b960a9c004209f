import { useQuery } from '@tanstack/react-query';
import type { CatalogKey } from '#domain/catalogs.ts';
import type { NumberField, TextField } from '#domain/fields/index.ts';
import { catalogOptions } from '#web/lib/catalog-options.ts';
import type { FieldInputProps } from './field-props.ts';
import { OptionsField } from './options-field.tsx';

interface CatalogFieldProps extends FieldInputProps<TextField | NumberField> {
  catalog: CatalogKey;
}

/** Options of a list that an administrator maintains; what was chosen is kept as text (a dose, as a number). */
export function CatalogField({ catalog, ...props }: CatalogFieldProps) {
  const { name, field, onChange } = props;
  const { data = [], isPending, isError, refetch } = useQuery(catalogOptions(catalog));
  const empty = isError
    ? 'No se pudieron cargar las opciones. Ciérralas y vuelve a abrirlas para intentarlo de nuevo.'
    : 'La lista todavía no tiene opciones';
  return (
    <OptionsField
      {...props}
      options={data.map((option) => ({ value: option, label: option }))}
      nothingFound={isPending ? 'Cargando…' : data.length > 0 ? 'No hay opciones con ese nombre' : empty}
      onOpen={() => {
        if (isError) void refetch();
      }}
      onSelect={(option) => onChange(name, field.kind === 'number' ? (option ? Number(option) : null) : option)}
    />
  );
}
