import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Value } from '#domain/fields/index.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { CatalogField } from '#web/ui/fields/catalog-field.tsx';
import { CantonFieldInput, ProvinceFieldInput } from '#web/ui/fields/place-fields.tsx';
import classes from './report-filters.module.css';

const { provincia, canton, establecimiento } = RECORDS.nino.fields;
const EVERYWHERE = { provincia: '', canton: '', establecimiento: '' };

interface ReportFiltersProps {
  state: Pick<ReportState, 'places' | 'setPlaces'>;
}

/** The filters of the whole page, kept in the address. */
export function ReportFilters({ state: { places, setPlaces } }: ReportFiltersProps) {
  const text = (value: Value) => String(value ?? '');
  return (
    <search className={classes.filters} aria-label="Filtros de todos los reportes" data-only="screen">
      <ProvinceFieldInput
        name="provincia"
        field={provincia}
        value={places.provincia ?? ''}
        onChange={(_name, value) => setPlaces({ provincia: text(value), canton: '' })}
      />
      <CantonFieldInput
        name="canton"
        field={canton}
        value={places.canton ?? ''}
        within={places.provincia}
        onChange={(_name, value) => setPlaces({ canton: text(value) })}
      />
      <CatalogField
        name="establecimiento"
        field={establecimiento}
        catalog={establecimiento.catalog}
        value={places.establecimiento ?? ''}
        onChange={(_name, value) => setPlaces({ establecimiento: text(value) })}
      />
      {Object.keys(places).length > 0 && (
        <Button variant="subtle" leftSection={<IconX size={18} aria-hidden />} onClick={() => setPlaces(EVERYWHERE)}>
          Quitar filtros
        </Button>
      )}
    </search>
  );
}
