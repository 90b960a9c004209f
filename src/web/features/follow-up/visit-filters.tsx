import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Value } from '#domain/fields/index.ts';
import { VISIT_REASON_KEYS, VISIT_REASONS } from '#domain/follow-up/visits.ts';
import { RECORDS } from '#domain/records/index.ts';
import { can } from '#domain/roles.ts';
import { type Address, withoutEmpty } from '#web/lib/address.ts';
import { responsiblePeople, visitCounts } from '#web/lib/booklets/follow-up-api.ts';
import { dataAsOf } from '#web/lib/data-as-of.ts';
import { useSession } from '#web/lib/session.ts';
import { FilterChips, type FilterChoice } from '#web/records/lists/filter-chips.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { OptionsField } from '#web/ui/fields/options-field.tsx';
import { CantonFieldInput, ProvinceFieldInput } from '#web/ui/fields/place-fields.tsx';
import { retryOf } from '#web/ui/fields/retry-option.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import type { VisitSearch } from './visit-search.ts';

const { Link } = getRouteApi('/seguimiento');

/** The filters other than the reason. */
type Scope = Pick<VisitSearch, 'provincia' | 'canton' | 'responsable'>;
const scopeOf = ({ provincia, canton, responsable }: VisitSearch): Scope => ({ provincia, canton, responsable });

/** The time of the counts, if they are not current. */
export function VisitsAsOf({ search }: { search: VisitSearch }) {
  const { data } = useQuery(visitCounts(withoutEmpty(scopeOf(search))));
  const line = dataAsOf(data?.datosAl);
  return line && ` · ${line}`;
}

/** The number of children without a birth date, who cannot be followed up, with a link to complete their data. */
function WithoutBirth({ count, scope }: { count: number; scope: Scope }) {
  if (count === 0) return null;
  const children = count === 1 ? '1 niña o niño' : `${count.toLocaleString('es-EC')} niñas o niños`;
  return (
    <Note>
      {children} sin fecha de nacimiento no se {count === 1 ? 'puede' : 'pueden'} seguir.{' '}
      <TextLink to="/lista/ninos" search={{ ...scope, situacion: 'sinnacimiento' }}>
        Completar sus datos
      </TextLink>
    </Note>
  );
}

const textOf = (value: Value) => String(value ?? '');
const { provincia, canton } = RECORDS.nino.fields;
const RESPONSIBLE = { kind: 'text', label: 'Responsable del registro' } as const;

/** The filters: reasons with counts, place, and for supervision the responsible account. */
export function VisitFilters({ address }: { address: Address<VisitSearch> }) {
  const { motivo } = address.search;
  const scope = scopeOf(address.search);
  const { data: counts } = useQuery(visitCounts(withoutEmpty(scope)));
  const supervises = can(useSession()?.roles ?? [], 'reports');
  const [requested, setRequested] = useState(scope.responsable !== '');
  const responsible = useQuery({ ...responsiblePeople, enabled: supervises && requested });
  const people = responsible.data;
  const wide = useWide();
  const narrow = (to: Partial<Scope>) => address.change((before) => ({ ...before, ...to, pagina: 1 }));
  const reasons: FilterChoice<VisitSearch['motivo']>[] = [
    { value: '', label: 'Todos', count: counts?.total },
    ...VISIT_REASON_KEYS.map((value) => ({ value, label: VISIT_REASONS[value], count: counts?.[value] })),
  ];
  return (
    <search aria-label="Filtros del seguimiento">
      <Stack gap="sm" mb="md">
        <FilterChips
          label="Filtrar por motivo"
          choices={reasons}
          chosen={motivo}
          link={(reason, chip) => (
            <Link to="." search={(before) => ({ ...before, motivo: reason, pagina: 1 })} {...chip} />
          )}
        />
        <Box component="details" maw={860} open={wide || scope.provincia !== '' || scope.responsable !== ''}>
          <Box component="summary" hiddenFrom="lg" c="laguna.7">
            Filtrar por lugar{supervises && ' o responsable'}
          </Box>
          <ColumnGrid narrow>
            <ProvinceFieldInput
              name="provincia"
              field={provincia}
              value={scope.provincia}
              onChange={(_name, value) => narrow({ provincia: textOf(value), canton: '' })}
            />
            <CantonFieldInput
              name="canton"
              field={canton}
              value={scope.canton}
              within={scope.provincia || undefined}
              onChange={(_name, value) => narrow({ canton: textOf(value) })}
            />
            {supervises && (
              <OptionsField
                name="responsable"
                field={RESPONSIBLE}
                options={(people ?? []).map(({ _id, nombre, apellido }) => ({
                  value: _id,
                  label: `${nombre} ${apellido}`,
                }))}
                value={people ? scope.responsable : ''}
                placeholder="Todas las personas"
                nothingFound={people ? 'No hay nadie con ese nombre' : 'Cargando…'}
                onOpen={() => setRequested(true)}
                onRetry={retryOf(responsible)}
                onChange={(_name, value) => narrow({ responsable: textOf(value) })}
              />
            )}
          </ColumnGrid>
        </Box>
        <WithoutBirth count={counts?.sinNacimiento ?? 0} scope={scope} />
      </Stack>
    </search>
  );
}
