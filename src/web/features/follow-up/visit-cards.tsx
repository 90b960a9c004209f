import { Box, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import type { Address } from '#web/lib/address.ts';
import { visitPage } from '#web/lib/booklets/follow-up-api.ts';
import { countLine } from '#web/records/lists/count-line.ts';
import { ExportProgressBar } from '#web/records/lists/export-progress.tsx';
import { PagedList } from '#web/records/lists/paged-list.tsx';
import type { ListExport } from '#web/records/lists/use-list-export.ts';
import { isNarrowed, type ListState } from '#web/records/lists/use-list-state.ts';
import { HUB_PATH } from '#web/records/patients/patient-kind.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import { Page } from '#web/ui/page/page.tsx';
import { VisitChips } from './visit-chips.tsx';
import { VisitGroups } from './visit-groups.tsx';
import { VisitHeader } from './visit-header.tsx';
import { useVisitsAsOf, WithoutBirth } from './visit-scope.tsx';
import type { VisitSearch } from './visit-search.ts';
import { VISIT_TEXTS } from './visit-texts.ts';

/** Rows of the first screen, and of each further step. */
const ROWS = 25;
/** The most that the server answers at once. */
const MAX_ROWS = 1_000;

const count = (total: string) => (total === '1' ? '1 necesita una visita' : `${total} necesitan una visita`);

interface MoreVisitsProps {
  shown: number;
  total: number;
  loading: boolean;
  onMore: () => void;
}

function MoreVisits({ shown, total, loading, onMore }: MoreVisitsProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  return (
    <Stack gap="2xs" mt="md" align="center">
      <Text size="sm" c="dimmed">
        {shown.toLocaleString('es-EC')} de {total.toLocaleString('es-EC')}
      </Text>
      {shown < MAX_ROWS ? (
        <Button ref={button} variant="outline" fullWidth loading={loading} onClick={onMore}>
          Ver más visitas
        </Button>
      ) : (
        <Text size="sm">Usa un filtro para ver las demás.</Text>
      )}
    </Stack>
  );
}

interface VisitCardsProps {
  address: Address<VisitSearch>;
  list: ListState;
  listExport: ListExport;
}

/** The list on a phone, by community. It grows from the beginning, so that a child that moves up meanwhile is not missed; `pagina` counts its steps. */
export function VisitCards({ address, list, listExport }: VisitCardsProps) {
  const { search } = address;
  const request = { ...list.request, limit: Math.min(ROWS * list.page, MAX_ROWS), offset: 0 };
  const result = useQuery({ ...visitPage(request), placeholderData: keepPreviousData });
  const asOf = useVisitsAsOf(search);
  const menuButton = useRef<HTMLButtonElement>(null);
  const total = result.data?.total ?? 0;
  const groups = (rows: VisitRow[]) => (
    <>
      <VisitGroups rows={rows} isWhole={rows.length >= total} />
      {rows.length < total && (
        <MoreVisits
          shown={rows.length}
          total={total}
          loading={result.isPlaceholderData}
          onMore={() => list.setPage(list.page + 1, true)}
        />
      )}
    </>
  );
  return (
    <Page>
      <VisitHeader
        count={countLine(result, isNarrowed(list), count)}
        address={address}
        list={list}
        listExport={listExport}
        menuButton={menuButton}
      />
      <Box mb="2xs">
        <VisitChips search={search} />
      </Box>
      <ExportProgressBar list={listExport} returnTo={menuButton} />
      <PagedList list={{ ...list, page: 1, request }} result={result} texts={VISIT_TEXTS} columns={1} paged={false}>
        {groups}
      </PagedList>
      {/* With the list, which would push it away. */}
      <Stack gap="sm" mt="md" display={result.isPending ? 'none' : 'flex'}>
        {asOf && !list.q && (
          <Text size="sm" c="dimmed">
            {asOf}
          </Text>
        )}
        <WithoutBirth search={search} />
        <BackLink to={HUB_PATH}>Volver</BackLink>
      </Stack>
    </Page>
  );
}
