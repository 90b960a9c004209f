import { Box, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Address } from '#web/lib/address.ts';
import { visitPage } from '#web/lib/booklets/follow-up-api.ts';
import { toChild } from '#web/records/booklet/booklet-links.ts';
import { ExportButtons } from '#web/records/lists/export-buttons.tsx';
import { ExportProgressBar } from '#web/records/lists/export-progress.tsx';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import type { ListExport } from '#web/records/lists/use-list-export.ts';
import type { ListState } from '#web/records/lists/use-list-state.ts';
import { HUB_PATH } from '#web/records/patients/patient-kind.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Toolbar } from '#web/ui/shapes/toolbar.tsx';
import { VisitChips } from './visit-chips.tsx';
import { visitLayout } from './visit-layout.tsx';
import { ScopeFields, useVisitsAsOf, WithoutBirth } from './visit-scope.tsx';
import type { VisitSearch } from './visit-search.ts';
import { VISIT_TEXTS } from './visit-texts.ts';

const count = (total: string) =>
  total === '1' ? '1 niña o niño necesita una visita' : `${total} niñas y niños necesitan una visita`;

interface VisitTableProps {
  address: Address<VisitSearch>;
  list: ListState;
  listExport: ListExport;
}

/** The list on a desk: a table, in the order of urgency. */
export function VisitTable({ address, list, listExport }: VisitTableProps) {
  const navigate = useNavigate();
  const exportButton = useRef<HTMLButtonElement>(null);
  const result = useQuery({ ...visitPage(list.request), placeholderData: keepPreviousData });
  const asOf = useVisitsAsOf(address.search);
  return (
    <ListScreen
      title="Seguimiento"
      count={count}
      asOf={!list.q && asOf && ` · ${asOf}`}
      back={<BackLink to={HUB_PATH}>Volver</BackLink>}
      actions={<ExportButtons list={listExport} main={exportButton} />}
      above={
        <>
          <search aria-label="Filtros del seguimiento">
            <Stack gap="sm" mb="md">
              <VisitChips search={address.search} />
              <Box maw={860}>
                <ScopeFields address={address} />
              </Box>
              <WithoutBirth search={address.search} />
            </Stack>
          </search>
          <Toolbar>
            <SearchBox list={list} label="Buscar por cédula o nombre" />
          </Toolbar>
          <ExportProgressBar list={listExport} returnTo={exportButton} />
        </>
      }
      list={list}
      result={result}
      texts={VISIT_TEXTS}
      layout={visitLayout(({ _id }) => void navigate(toChild(_id)))}
    />
  );
}
