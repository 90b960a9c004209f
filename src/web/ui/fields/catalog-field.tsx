import { useQuery } from '@tanstack/react-query';
import type { CatalogKey } from '#domain/catalogs.ts';
import type { NumberField, TextField } from '#domain/fields/index.ts';
import { catalogOptions } from '#web/lib/booklets/catalog-options.ts';
import type { FieldInputProps } from './field-props.ts';
import { OptionsField } from './options-field.tsx';
import { retryOf } from './retry-option.tsx';

interface CatalogFieldProps extends FieldInputProps<TextField | NumberField> {
  catalog: CatalogKey;
}

/** Options of a catalogue; the chosen option is stored as text (a dose as a number). */
export function CatalogField({ catalog, ...props }: CatalogFieldProps) {
  const { name, field, onChange } = props;
  const query = useQuery(catalogOptions(catalog));
  const { data = [], isPending } = query;
  const empty = data.length > 0 ? 'No hay opciones con ese nombre' : 'La lista todavía no tiene opciones';
  return (
    <OptionsField
      {...props}
      options={data.map((option) => ({ value: option, label: option }))}
      nothingFound={isPending ? 'Cargando…' : empty}
      onRetry={retryOf(query)}
      onSelect={(option) => onChange(name, field.kind === 'number' ? (option ? Number(option) : null) : option)}
    />
  );
}
