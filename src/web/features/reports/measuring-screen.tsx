import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { getMeasuring, MEASURING_LIST, type MeasuringRow } from '#domain/calls/measuring.ts';
import { MIN_CONTROLS } from '#domain/quality/described.ts';
import { useAddress } from '#web/lib/address.ts';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { callQuery } from '#web/lib/call.ts';
import { ExportButtons } from '#web/records/lists/export-buttons.tsx';
import { ExportProgressBar } from '#web/records/lists/export-progress.tsx';
import { PagedList } from '#web/records/lists/paged-list.tsx';
import { useListExport } from '#web/records/lists/use-list-export.ts';
import { PAGE_SIZE } from '#web/records/lists/use-list-state.ts';
import { MeasuringFigures } from '#web/records/measuring/measuring-figures.tsx';
import { countedText, MeasuringSentences, usualSince } from '#web/records/measuring/measuring-words.tsx';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { Pills } from './frame/pills.tsx';
import { ReportFilters } from './frame/report-filters.tsx';
import type { MeasuringSearch } from './state/measuring-search.ts';
import { placeFiltersOf } from './state/report-narrowing.ts';

const route = getRouteApi('/reportes/calidad');
const ROWS = [
  { value: 'persona', label: 'Por persona' },
  { value: 'canton', label: 'Por cantón' },
] as const;

/** The state of the page, kept in the address. */
function useMeasuringState() {
  const { search, change } = useAddress(route);
  const set = (next: Partial<MeasuringSearch>, replace = false) =>
    change((before) => ({ ...before, pagina: 1, ...next }), replace);
  const { desde, hasta, periodo } = search;
  const days = desde || hasta || periodo ? { desde, hasta } : { desde: usualSince(), hasta: '' };
  const setDays = (next: Partial<typeof days>) => {
    const all = { ...days, ...next };
    set({ ...all, periodo: all.desde || all.hasta ? '' : 'todo' });
  };
  const por = search.por || 'persona';
  const narrowed = {
    ...placeFiltersOf(search),
    por,
    ...(days.desde && { desde: days.desde }),
    ...(days.hasta && { hasta: days.hasta }),
  };
  const page = search.pagina;
  const request = { ...narrowed, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const setPage = (pagina: number, replace = false) => set({ pagina }, replace);
  return {
    ...{ set, days, setDays, por, request },
    places: placeFiltersOf(search),
    list: { q: '', filters: {}, page, request, setPage, reset: () => setPage(1) },
  } as const;
}

const nameOf = ({ persona, canton, provincia }: MeasuringRow) =>
  persona ? `${persona.nombre} ${persona.apellido}` : [canton, provincia].filter(Boolean).join(', ');

function MeasuringCard({ row }: { row: MeasuringRow }) {
  const { controles, cifras, frases } = row;
  const [shown, setShown] = useState(false);
  const id = useId();
  const name = nameOf(row);
  return (
    <Card as="section" aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {name}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {controles === 1 ? '1 control' : `${controles.toLocaleString('es-EC')} controles`}
      </Text>
      <MeasuringSentences frases={frases} />
      {cifras && (
        <Button
          variant="subtle"
          size="sm"
          px="2xs"
          mt="2xs"
          data-only="screen"
          aria-expanded={shown}
          aria-label={`${shown ? 'Ocultar' : 'Ver'} las cifras: ${name}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Ocultar las cifras' : 'Ver las cifras'}
        </Button>
      )}
      {cifras && shown && <MeasuringFigures cifras={cifras} />}
    </Card>
  );
}

/** /reportes/calidad: how well was measured, by person or canton in the order of names. */
export function MeasuringScreen() {
  const { set, days, setDays, por, request, places, list } = useMeasuringState();
  const result = useQuery({
    ...callQuery(getMeasuring, { query: request }, { family: [FAMILIES.reports], what: 'la calidad de las medidas' }),
    placeholderData: keepPreviousData,
    select: ({ answer: { filas, ...counted }, total }) => ({ rows: filas, total, ...counted }),
  });
  const listExport = useListExport(MEASURING_LIST, request);
  const exportButton = useRef<HTMLButtonElement>(null);
  const reversed = days.desde !== '' && days.hasta !== '' && days.hasta < days.desde;
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/reportes">Reportes</BackLink>}
        title="Cómo se mide"
        description={
          <>
            Describe y sugiere; no pone nota ni compara personas. Se dice algo desde {MIN_CONTROLS} controles.{' '}
            {result.data && countedText(result.data)}
          </>
        }
        actions={<ExportButtons list={listExport} main={exportButton} />}
      />
      <ReportFilters state={{ places, setPlaces: (next) => set(next) }} />
      <Group align="flex-end" gap="sm" mb="md" data-only="screen">
        <Pills
          label="Filas"
          options={ROWS}
          chosen={por}
          onChoose={(next) => set({ por: next === 'canton' ? next : '' })}
        />
        <DayField name="desde" label="Desde" day={days.desde} onDay={(desde) => setDays({ desde })} />
        <DayField
          name="hasta"
          label="Hasta"
          day={days.hasta}
          error={reversed ? 'La fecha final es anterior a la inicial' : undefined}
          onDay={(hasta) => setDays({ hasta })}
        />
      </Group>
      <ExportProgressBar list={listExport} returnTo={exportButton} />
      <PagedList
        list={list}
        result={result}
        columns={2}
        inside="sheet"
        texts={{
          loadFailed: 'No se pudo cargar la calidad de las medidas.',
          empty: 'No hay controles en este período',
          emptyHint: 'Elige otros días u otro lugar.',
          searchHint: '',
        }}
      >
        {(rows) => (
          <Stack gap="sm">
            {rows.map((row) => (
              <MeasuringCard key={row.persona?._id ?? `${row.canton}\n${row.provincia}`} row={row} />
            ))}
          </Stack>
        )}
      </PagedList>
    </Page>
  );
}
