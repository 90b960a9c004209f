import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { RETAINED_DAYS, type RetainedWrite } from '#domain/calls/retained.ts';
import { useAddress } from '#web/lib/address.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { FilterChips, type FilterChoice } from '#web/records/lists/filter-chips.tsx';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { Toolbar } from '#web/ui/shapes/toolbar.tsx';
import type { RetainedSearch } from './handover-search.ts';
import { RETAINED, retainedPage } from './retained-api.ts';
import { retainedLayout } from './retained-layout.tsx';

const RetainedSheet = lazyPart(() => import('./retained-sheet.tsx'));
const PAGE_SIZE = 20;
const FILTERS = ['estado'];
const route = getRouteApi('/traspasos/retenidos');
const { Link } = route;

const count = (total: string) => (total === '1' ? '1 envío' : `${total} envíos`);
const KEPT = `Lo que nadie resuelve en ${RETAINED_DAYS} días se borra.`;
const CHOICES: FilterChoice<RetainedSearch['estado']>[] = [
  { value: '', label: 'Todos' },
  { value: 'abiertos', label: 'Por resolver' },
  { value: 'resueltos', label: 'Resueltos' },
];

/** /traspasos/retenidos: writes that were not applied and need a decision. */
export function RetainedScreen() {
  const address = useAddress(route);
  const { estado } = address.search;
  const list = useListState(address, FILTERS, PAGE_SIZE);
  const result = useQuery({
    ...retainedPage({ ...list.request, estado: estado || undefined }),
    placeholderData: keepPreviousData,
  });
  const heading = useRef<HTMLSpanElement>(null);
  const [reviewed, setReviewed] = useState<RetainedWrite | null>(null);
  return (
    <ListScreen
      title="Envíos retenidos"
      heading={heading}
      count={count}
      back={<BackLink to="/traspasos">Traspasos</BackLink>}
      above={
        <>
          <Toolbar>
            <SearchBox list={list} label="Buscar por quién lo envió" />
            <FilterChips
              label="Filtrar por estado"
              choices={CHOICES}
              chosen={estado}
              link={(value, chip) => (
                <Link to="." search={(before) => ({ ...before, estado: value, pagina: 1 })} {...chip} />
              )}
            />
          </Toolbar>
          <Text size="sm" c="dimmed" mb="sm">
            {KEPT}
          </Text>
        </>
      }
      list={list}
      result={result}
      texts={{
        loadFailed: loadFailed(RETAINED),
        empty: 'No hay envíos retenidos',
        emptyHint: 'Aquí verás lo que una brigada registró sin señal y ya no pudo guardar por sí misma.',
        searchHint: 'Revisa el nombre o la cédula de quien lo envió, o mira todos.',
      }}
      layout={retainedLayout(setReviewed)}
      after={
        <RetainedSheet
          row={reviewed}
          onClose={() => setReviewed(null)}
          onDecided={() => {
            setReviewed(null);
            // The row may be removed, so the heading takes the focus.
            heading.current?.focus();
          }}
        />
      }
    />
  );
}
