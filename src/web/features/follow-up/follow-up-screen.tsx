import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { VISITS } from '#domain/exports/visit-columns.ts';
import { useAddress } from '#web/lib/address.ts';
import { FOLLOW_UP_NAME, visitPage } from '#web/lib/booklets/follow-up-api.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { toChild } from '#web/records/booklet/booklet-links.ts';
import { ExportButtons } from '#web/records/lists/export-buttons.tsx';
import { ExportProgressBar } from '#web/records/lists/export-progress.tsx';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import { useListExport } from '#web/records/lists/use-list-export.ts';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { HUB_PATH } from '#web/records/patients/patient-kind.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Toolbar } from '#web/ui/shapes/toolbar.tsx';
import { VisitFilters, VisitsAsOf } from './visit-filters.tsx';
import { visitLayout } from './visit-layout.tsx';
import { VISIT_FILTERS } from './visit-search.ts';

const route = getRouteApi('/seguimiento');

const count = (total: string) =>
  total === '1' ? '1 niña o niño necesita una visita' : `${total} niñas y niños necesitan una visita`;

/** /seguimiento: children who need a visit, the most urgent first. */
export function FollowUpScreen() {
  const address = useAddress(route);
  const navigate = useNavigate();
  const list = useListState(address, VISIT_FILTERS);
  const listExport = useListExport(VISITS, list.request);
  const exportButton = useRef<HTMLButtonElement>(null);
  const result = useQuery({ ...visitPage(list.request), placeholderData: keepPreviousData });
  return (
    <ListScreen
      title="Seguimiento"
      count={count}
      asOf={!list.q && <VisitsAsOf search={address.search} />}
      back={<BackLink to={HUB_PATH}>Volver</BackLink>}
      actions={<ExportButtons list={listExport} main={exportButton} />}
      above={
        <>
          <VisitFilters address={address} />
          <Toolbar>
            <SearchBox list={list} label="Buscar por cédula o nombre" />
          </Toolbar>
          <ExportProgressBar list={listExport} returnTo={exportButton} />
        </>
      }
      list={list}
      result={result}
      texts={{
        loadFailed: loadFailed(FOLLOW_UP_NAME),
        empty: 'Nadie necesita una visita hoy',
        emptyHint: 'Todos los controles y vacunas están al día.',
        searchHint: 'Revisa la cédula o el nombre, o busca solo una parte.',
      }}
      layout={visitLayout(({ _id }) => void navigate(toChild(_id)))}
    />
  );
}
