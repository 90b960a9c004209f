import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CantonAltitude } from '#domain/calls/altitudes.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { altitudes } from '#web/lib/booklets/altitudes.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { SearchInput } from '#web/ui/fields/search-input.tsx';
import { afterLeaving } from '#web/ui/form/unsaved-changes.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { Pager } from '#web/ui/table/pager.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { usePages } from '#web/ui/table/use-pages.ts';
import { AltitudeRow } from './altitude-row.tsx';
import classes from './catalogs.module.css';

const PAGE_SIZE = 10;

function matching(cantones: readonly CantonAltitude[], search: string): CantonAltitude[] {
  const matches = searchFor(search);
  return cantones.filter(({ canton, provincia }) => matches(foldText(`${canton} ${provincia}`)));
}

/** /formularios/altitudes: the altitudes by which haemoglobin is corrected. */
export function AltitudesScreen() {
  const query = useQuery(altitudes);
  const { data } = query;
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const cantons = matching(data?.cantones ?? [], search);
  const { shown, pager } = usePages(cantons.length, PAGE_SIZE);
  const keyOf = ({ provincia, canton }: CantonAltitude) => `${provincia}/${canton}`;

  /** Asks before an edit of another canton is lost. */
  const leave = (then: () => void) =>
    afterLeaving(() => {
      setEdited(null);
      then();
    });
  const latest = useRef(edited);
  latest.current = edited;
  const close = (key: string) => {
    // Another row may have been opened before the answer came.
    if (latest.current !== key) return;
    setEdited(null);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-canton="${key}"] button`)?.focus());
  };

  return (
    <Page>
      <PageHeader
        back={<BackLink to="/formularios">Opciones formulario</BackLink>}
        title="Altitud de los cantones"
        description={data && `La hemoglobina se corrige con la tabla OMS ${data.tabla}.`}
      />
      <Card as="section" aria-label="Cantones">
        <Note>
          Las altitudes de inicio son las de la cabecera cantonal, aproximadas. Lo que cambies se propone en el
          formulario de anemia; los registros guardados no cambian.
        </Note>
        <SearchInput
          maw="26rem"
          my="sm"
          label="Buscar cantón o provincia"
          value={search}
          onType={(value) =>
            leave(() => {
              setSearch(value);
              pager.onChange(1);
            })
          }
        />
        {!data && hasFailed(query) && <Retry query={query} height={280} />}
        {!data && !hasFailed(query) && <SkeletonTable columns={3} label="Cargando altitudes…" />}
        {data && cantons.length === 0 && (
          <EmptyState title="Ningún cantón se llama así" message="Escribe solo una parte del nombre." />
        )}
        {cantons.length > 0 && (
          <>
            <ul className={classes.rows} ref={list}>
              {shown(cantons).map((canton) => (
                <AltitudeRow
                  key={keyOf(canton)}
                  id={keyOf(canton)}
                  canton={canton}
                  edited={edited === keyOf(canton)}
                  onEdit={() => leave(() => setEdited(keyOf(canton)))}
                  onClose={() => close(keyOf(canton))}
                />
              ))}
            </ul>
            <Pager {...pager} onChange={(next) => leave(() => pager.onChange(next))} />
          </>
        )}
      </Card>
    </Page>
  );
}
