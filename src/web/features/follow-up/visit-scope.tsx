import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Value } from '#domain/fields/index.ts';
import { RECORDS } from '#domain/records/index.ts';
import { can } from '#domain/roles.ts';
import { type Address, withoutEmpty } from '#web/lib/address.ts';
import { responsiblePeople, visitCounts } from '#web/lib/booklets/follow-up-api.ts';
import { dataAsOf } from '#web/lib/data-as-of.ts';
import { useSession } from '#web/lib/session.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { OptionsField } from '#web/ui/fields/options-field.tsx';
import { CantonFieldInput, ProvinceFieldInput } from '#web/ui/fields/place-fields.tsx';
import { retryOf } from '#web/ui/fields/retry-option.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import type { VisitSearch } from './visit-search.ts';

/** The filters other than the reason. */
type Scope = Pick<VisitSearch, 'provincia' | 'canton' | 'responsable'>;
export const scopeOf = ({ provincia, canton, responsable }: VisitSearch): Scope => ({ provincia, canton, responsable });

/** The time of the counts, if they are not current. */
export function useVisitsAsOf(search: VisitSearch): string {
  const { data } = useQuery(visitCounts(withoutEmpty(scopeOf(search))));
  return dataAsOf(data?.datosAl);
}

/** The number of children without a birth date, who cannot be followed up, with a link to complete their data. */
export function WithoutBirth({ search }: { search: VisitSearch }) {
  const scope = scopeOf(search);
  const { data } = useQuery(visitCounts(withoutEmpty(scope)));
  const count = data?.sinNacimiento ?? 0;
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

/** Supervision also filters by the responsible account. */
export const useSupervises = (): boolean => can(useSession()?.roles ?? [], 'reports');

const textOf = (value: Value) => String(value ?? '');
const { provincia, canton } = RECORDS.nino.fields;
const RESPONSIBLE = { kind: 'text', label: 'Responsable del registro' } as const;

/** The fields for place and responsible account. */
export function ScopeFields({ address }: { address: Address<VisitSearch> }) {
  const scope = scopeOf(address.search);
  const supervises = useSupervises();
  const [requested, setRequested] = useState(scope.responsable !== '');
  const responsible = useQuery({ ...responsiblePeople, enabled: supervises && requested });
  const people = responsible.data;
  const narrow = (to: Partial<Scope>) => address.change((before) => ({ ...before, ...to, pagina: 1 }));
  return (
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
  );
}
