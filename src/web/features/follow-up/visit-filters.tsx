import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { VISIT_REASON_KEYS, VISIT_REASONS } from '#domain/follow-up/visits.ts';
import { RECORDS } from '#domain/records/index.ts';
import { can } from '#domain/roles.ts';
import { useSession } from '#web/lib/session.ts';
import { OptionsField } from '#web/ui/fields/options-field.tsx';
import { CantonField, ProvinceField } from '#web/ui/fields/place-fields.tsx';
import { retryOf } from '#web/ui/fields/retry-option.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Note } from '#web/ui/note.tsx';
import { FilterChips } from '#web/ui/paged-list/filter-chips.tsx';
import { useWide } from '#web/ui/use-wide.ts';
import classes from './follow-up.module.css';
import { responsiblePeople, visitCounts } from './follow-up-api.ts';

/** Names under which the address narrows the list. */
export const VISIT_FILTERS = ['motivo', 'provincia', 'canton', 'responsable'] as const;
type Filters = Record<string, string>;

/** Those of whom nobody can say when they are due, and the way to write down their birth. */
function WithoutBirth({ count, filters }: { count: number; filters: Filters }) {
  if (count === 0) return null;
  const who = count === 1 ? '1 niña o niño' : `${count.toLocaleString('es-EC')} niñas o niños`;
  return (
    <Note>
      {who} sin fecha de nacimiento no se {count === 1 ? 'puede' : 'pueden'} seguir.{' '}
      <TextLink to="/lista/ninos" search={{ ...filters, situacion: 'sinnacimiento' } as never}>
        Completar sus datos
      </TextLink>
    </Note>
  );
}

const { provincia, canton } = RECORDS.nino.fields;
const RESPONSIBLE = { kind: 'text', label: 'Responsable del registro' } as const;

/** The reasons with how many children each has, the place, and for supervision who is responsible. */
export function VisitFilters({ filters }: { filters: Filters }) {
  const { motivo: _, ...others } = filters;
  const { data: counts } = useQuery(visitCounts(others));
  const supervises = can(useSession()?.roles ?? [], 'reports');
  const [asked, setAsked] = useState(filters.responsable !== undefined);
  const responsible = useQuery({ ...responsiblePeople, enabled: supervises && asked });
  const people = responsible.data;
  const wide = useWide();
  const navigate = useNavigate();
  const narrow = (change: Record<string, unknown>) => {
    const given = Object.entries(change).map(([name, value]) => [name, value ? String(value) : undefined]);
    const search = (before: object) => ({ ...before, ...Object.fromEntries(given), pagina: undefined });
    void navigate({ to: '.', search: search as never, resetScroll: false });
  };
  const reasons = [
    { value: undefined, label: 'Todos', count: counts?.total },
    ...VISIT_REASON_KEYS.map((value) => ({ value, label: VISIT_REASONS[value], count: counts?.[value] })),
  ];
  return (
    <search className={classes.filters} aria-label="Filtros del seguimiento">
      <FilterChips label="Filtrar por motivo" name="motivo" choices={reasons} />
      <details
        className={classes.more}
        open={wide || others.provincia !== undefined || others.responsable !== undefined}
      >
        <summary>Filtrar por lugar{supervises && ' o responsable'}</summary>
        <div className={classes.selects}>
          <ProvinceField
            name="provincia"
            field={provincia}
            value={filters.provincia ?? ''}
            onChange={(_name, value) => narrow({ provincia: value, canton: undefined })}
          />
          <CantonField
            name="canton"
            field={canton}
            value={filters.canton ?? ''}
            within={filters.provincia}
            onChange={(_name, value) => narrow({ canton: value })}
          />
          {supervises && (
            <OptionsField
              name="responsable"
              field={RESPONSIBLE}
              options={(people ?? []).map(({ _id, nombre, apellido }) => ({
                value: _id,
                label: `${nombre} ${apellido}`,
              }))}
              value={people ? (filters.responsable ?? '') : ''}
              placeholder="Todas las personas"
              nothingFound={people ? 'No hay nadie con ese nombre' : 'Cargando…'}
              onOpen={() => setAsked(true)}
              onRetry={retryOf(responsible)}
              onChange={(_name, value) => narrow({ responsable: value })}
            />
          )}
        </div>
      </details>
      <WithoutBirth count={counts?.sinNacimiento ?? 0} filters={others} />
    </search>
  );
}
