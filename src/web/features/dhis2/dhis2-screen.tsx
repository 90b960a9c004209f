import { Stack } from '@mantine/core';
import { IconFileTypeCsv, IconJson, IconKey } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { showInstantMinute, today } from '#domain/calendar.ts';
import type { DataValueFormat, Dhis2Figures } from '#domain/calls/dhis2.ts';
import { lastPeriods, parsePeriod, periodLabel } from '#domain/dhis2/period.ts';
import { capitalized } from '#domain/text.ts';
import { useAddress } from '#web/lib/address.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { DownloadButton } from '#web/records/lists/download-button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { afterLeaving } from '#web/ui/form/unsaved-changes.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { AggregateList } from './aggregate-list.tsx';
import { type PeriodQuery, periodFigures, saveValues } from './dhis2-api.ts';
import { sentText, unsentText } from './dhis2-words.ts';
import { PeriodFilters } from './period-filters.tsx';
import { UnitList } from './unit-list.tsx';

const route = getRouteApi('/exportar/dhis2');

const FORMATS = {
  json: { label: 'Descargar JSON', Icon: IconJson },
  csv: { label: 'Descargar CSV', Icon: IconFileTypeCsv },
} as const satisfies Record<DataValueFormat, unknown>;

function SaveButton({ query, format, empty }: { query: PeriodQuery; format: DataValueFormat; empty: boolean }) {
  const { label, Icon } = FORMATS[format];
  return (
    <DownloadButton
      save={(signal) => saveValues(query, format, signal)}
      icon={<Icon size={20} aria-hidden />}
      disabled={empty}
    >
      {label}
    </DownloadButton>
  );
}

/** What is sent, what is not, and of when the figures are. */
function Summary({ figures }: { figures: Dhis2Figures }) {
  const unsent = unsentText(figures);
  return (
    <Stack gap="xs" mb="md">
      <Note role="status">
        {sentText(figures)} Datos al {showInstantMinute(figures.datosAl)}.
        {!figures.terminado && ' El período no ha terminado: las cifras todavía cambian.'}
      </Note>
      {unsent && (
        <Callout tone="warn" icon={<IconKey size={20} aria-hidden />}>
          {unsent} Pon sus códigos en «Códigos de DHIS2».
        </Callout>
      )}
    </Stack>
  );
}

/** The chosen period, or the last month that is complete. */
const chosenPeriod = (text: string): string => {
  const [, lastMonth = ''] = lastPeriods('mes', today(), 2);
  return parsePeriod(text, today())?.name ?? lastMonth;
};

/** /exportar/dhis2: the figures of a period as DHIS2 gets them. */
export function Dhis2Screen() {
  const { search, change } = useAddress(route);
  const query = { periodo: chosenPeriod(search.periodo), nivel: search.nivel || 'canton' } as const;
  const result = useQuery({ ...periodFigures(query), placeholderData: keepPreviousData });
  const { data } = result;
  const empty = !data || data.envia === 0;
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/registros">Registros</BackLink>}
        title="Datos para DHIS2"
        description={capitalized(periodLabel(query.periodo))}
        actions={
          <>
            <SaveButton query={query} format="json" empty={empty} />
            <SaveButton query={query} format="csv" empty={empty} />
            <ButtonLink to="/exportar/dhis2/codigos" variant="outline" leftSection={<IconKey size={20} aria-hidden />}>
              Códigos de DHIS2
            </ButtonLink>
          </>
        }
      />
      <PeriodFilters query={query} onChange={(next) => afterLeaving(() => change(() => ({ ...query, ...next })))} />
      {!data && hasFailed(result) && <Retry query={result} height={280} />}
      {!data && !hasFailed(result) && (
        <Card>
          <SkeletonTable columns={2} label="Contando…" />
        </Card>
      )}
      {data && (
        <Stack gap="var(--gutter)" aria-busy={result.isPlaceholderData}>
          <Summary figures={data} />
          <AggregateList figures={data} />
          <UnitList key={data.nivel} figures={data} />
        </Stack>
      )}
    </Page>
  );
}
