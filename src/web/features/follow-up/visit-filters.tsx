import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Value } from '#domain/fields/index.ts';
import { VISIT_REASON_KEYS, VISIT_REASONS } from '#domain/follow-up/visits.ts';
import { RECORDS } from '#domain/records/index.ts';
import { can } from '#domain/roles.ts';
import { type Address, saying } from '#web/lib/address.ts';
import { responsiblePeople, visitCounts } from '#web/lib/booklets/follow-up-api.ts';
import { dataAsOf } from '#web/lib/data-as-of.ts';
import { useSession } from '#web/lib/session.ts';
import { FilterChips, type FilterChoice } from '#web/records/lists/filter-chips.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { OptionsField } from '#web/ui/fields/options-field.tsx';
import { CantonField, ProvinceField } from '#web/ui/fields/place-fields.tsx';
import { retryOf } from '#web/ui/fields/retry-option.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { Columns } from '#web/ui/shapes/columns.tsx';
import type { VisitSearch } from './visit-search.ts';

const { Link } = getRouteApi('/seguimiento');

/** Whose children, and where. */
type Whose = Pick<VisitSearch, 'provincia' | 'canton' | 'responsable'>;
const whoseOf = ({ provincia, canton, responsable }: VisitSearch): Whose => ({ provincia, canton, responsable });

/** From when the numbers are, where they were not counted just now. */
export function VisitsAsOf({ search }: { search: VisitSearch }) {
  const { data } = useQuery(visitCounts(saying(whoseOf(search))));
  const line = dataAsOf(data?.datosAl);
  return line && ` · ${line}`;
}

/** Those of whom nobody can say when they are due, and the way to write down their birth. */
function WithoutBirth({ count, whose }: { count: number; whose: Whose }) {
  if (count === 0) return null;
  const who = count === 1 ? '1 niña o niño' : `${count.toLocaleString('es-EC')} niñas o niños`;
  return (
    <Note>
      {who} sin fecha de nacimiento no se {count === 1 ? 'puede' : 'pueden'} seguir.{' '}
      <TextLink to="/lista/ninos" search={{ ...whose, situacion: 'sinnacimiento' }}>
        Completar sus datos
      </TextLink>
    </Note>
  );
}

const textOf = (value: Value) => String(value ?? '');
const { provincia, canton } = RECORDS.nino.fields;
const RESPONSIBLE = { kind: 'text', label: 'Responsable del registro' } as const;

/** The reasons with how many children each has, the place, and for supervision who is responsible. */
export function VisitFilters({ address }: { address: Address<VisitSearch> }) {
  const { motivo } = address.search;
  const whose = whoseOf(address.search);
  const { data: counts } = useQuery(visitCounts(saying(whose)));
  const supervises = can(useSession()?.roles ?? [], 'reports');
  const [asked, setAsked] = useState(whose.responsable !== '');
  const responsible = useQuery({ ...responsiblePeople, enabled: supervises && asked });
  const people = responsible.data;
  const wide = useWide();
  const narrow = (to: Partial<Whose>) => address.change((before) => ({ ...before, ...to, pagina: 1 }));
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
        <Box component="details" maw={860} open={wide || whose.provincia !== '' || whose.responsable !== ''}>
          <Box component="summary" hiddenFrom="lg" c="laguna.7">
            Filtrar por lugar{supervises && ' o responsable'}
          </Box>
          <Columns narrow>
            <ProvinceField
              name="provincia"
              field={provincia}
              value={whose.provincia}
              onChange={(_name, value) => narrow({ provincia: textOf(value), canton: '' })}
            />
            <CantonField
              name="canton"
              field={canton}
              value={whose.canton}
              within={whose.provincia || undefined}
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
                value={people ? whose.responsable : ''}
                placeholder="Todas las personas"
                nothingFound={people ? 'No hay nadie con ese nombre' : 'Cargando…'}
                onOpen={() => setAsked(true)}
                onRetry={retryOf(responsible)}
                onChange={(_name, value) => narrow({ responsable: textOf(value) })}
              />
            )}
          </Columns>
        </Box>
        <WithoutBirth count={counts?.sinNacimiento ?? 0} whose={whose} />
      </Stack>
    </search>
  );
}
