import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { CantonShares, Shares, Stunting } from '#domain/calls/growth-reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { monthLabel, monthName } from '#domain/reports/months.ts';
import type { Prevalence } from '#domain/reports/prevalence.ts';
import { ChartCard } from '#web/features/reports/frame/chart-card.tsx';
import { DrillLink, isAmbiguous, toCanton, toChildren } from '#web/features/reports/frame/drill-down.tsx';
import { type FigureTable, showCount } from '#web/features/reports/frame/figure-table.ts';
import { LineFigure } from '#web/features/reports/frame/line-figure.tsx';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import { BigFigure, Figures, ReportCard } from '#web/features/reports/frame/report-card.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { emptyText, emptyTexts } from '#web/features/reports/state/empty-texts.ts';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import { pageOfRows, type ReportState } from '#web/features/reports/state/report-state.ts';
import { stunting } from '#web/features/reports/state/reports-api.ts';

const TITLE = 'Talla baja para la edad';
const SOURCE = 'Estándares OMS: talla para la edad bajo −2 DE; severa, bajo −3 DE.';

const percent = ({ porcentaje }: Prevalence) => (porcentaje === null ? 'Sin datos' : `${showNumber(porcentaje, 2)} %`);
const interval = ({ intervalo }: Prevalence) =>
  intervalo ? `IC 95 %: ${showNumber(intervalo[0], 1)}–${showNumber(intervalo[1], 1)} %` : '';
const measured = (n: number) => (n === 1 ? '1 niña o niño medido' : `${showCount(n)} niñas y niños medidos`);

/** A figure with a link to its children, if there are any. */
function Linked({ count, ...link }: ComponentProps<typeof DrillLink> & { count: number }) {
  return count === 0 ? link.children : <DrillLink {...link} />;
}

/** The share of children who are low for their age, with its confidence interval. */
export function StuntingCard({ places }: { places: PlaceFilters }) {
  const result = useQuery(stunting(places));
  return (
    <ReportCard title={TITLE} lead={SOURCE} span={4}>
      <Figures title={TITLE} result={result} height={200}>
        {({ general: { n, bajo, severa } }) => (
          <>
            <BigFigure>{percent(bajo)}</BigFigure>
            <Stack gap="2xs" fz="sm" c="var(--ink-2)">
              <p>
                {showCount(bajo.casos)} de{' '}
                <Linked inText count={n} drill={toChildren(places, { situacion: 'medidos' })}>
                  {measured(n)}
                </Linked>
                . {interval(bajo)}
              </p>
              <p>
                <Linked inText count={severa.casos} drill={toChildren(places, { situacion: 'tallasevera' })}>
                  <strong>Severa: {percent(severa)}</strong>
                </Linked>{' '}
                ({showCount(severa.casos)}). {interval(severa)}
              </p>
              <p>
                <DrillLink drill={toChildren(places, { situacion: 'tallabaja' })} only="screen">
                  Ver las niñas y los niños
                </DrillLink>
              </p>
            </Stack>
          </>
        )}
      </Figures>
    </ReportCard>
  );
}

const shareCells = ({ n, bajo, severa }: Shares) => [
  n,
  bajo.casos,
  bajo.porcentaje ?? '',
  bajo.intervalo?.[0] ?? '',
  bajo.intervalo?.[1] ?? '',
  severa.casos,
  severa.porcentaje ?? '',
];
const SHARE_COLUMNS = [
  { heading: 'Medidos', decimals: 0 },
  { heading: 'Talla baja', decimals: 0 },
  { heading: 'Talla baja %', decimals: 2 },
  { heading: 'IC 95 % desde', decimals: 2 },
  { heading: 'IC 95 % hasta', decimals: 2 },
  { heading: 'Severa', decimals: 0 },
  { heading: 'Severa %', decimals: 2 },
];

const monthsTable =
  (places: PlaceFilters) =>
  ({ meses }: Stunting): FigureTable => ({
    columns: [{ heading: 'Mes' }, ...SHARE_COLUMNS],
    rows: meses.map((row) => ({
      key: row.mes,
      cells: [monthLabel(row.mes), ...shareCells(row)],
      drill: toChildren(places, { mes: row.mes }),
    })),
  });

/** The share by month, among children with a control. */
export function StuntingByMonthCard({ places }: { places: PlaceFilters }) {
  const result = useQuery(stunting(places));
  const measuredMonths = ({ meses }: Stunting) => meses.filter(({ bajo }) => bajo.porcentaje !== null);
  return (
    <ChartCard
      title={`${TITLE} por mes`}
      lead="De quienes tuvieron control, en los últimos 24 meses."
      span={8}
      file="talla-baja-por-mes"
      places={places}
      result={result}
      height={330}
      empty={(data) =>
        measuredMonths(data).length === 0
          ? emptyText(places, 'controles con talla, sexo y fecha de nacimiento')
          : undefined
      }
      table={monthsTable(places)}
    >
      {(data) => {
        const months = measuredMonths(data);
        const sharesByMonth = new Map(months.map((row) => [row.mes, row]));
        return (
          <LineFigure
            title={`${TITLE} por mes`}
            points={months.map(({ mes, bajo }) => ({
              key: mes,
              label: monthName(mes),
              under: mes.slice(0, 4),
              value: bajo.porcentaje ?? 0,
            }))}
            xTitle="Meses"
            yTitle="Talla baja (%)"
            color="var(--chart-longitud)"
            counts
            show={(value) => showNumber(value, 1)}
            showTick={showCount}
            reading={({ key }) => {
              const { bajo, n } = sharesByMonth.get(key) as Shares;
              return `${monthLabel(key)}: ${percent(bajo)} (${interval(bajo)}; n = ${showCount(n)})`;
            }}
            drillOf={({ key }) => toChildren(places, { mes: key })}
            drillLabel="Ver los niños"
          />
        );
      }}
    </ChartCard>
  );
}

const CANTONS = `${TITLE} por cantón`;
const cantonName = ({ canton, provincia }: CantonShares) =>
  isAmbiguous(canton) && provincia ? `${canton} (${provincia})` : canton;

const columnsOf = (places: PlaceFilters): ReportColumn<CantonShares>[] => [
  {
    heading: 'Cantón',
    cell: (row) => <DrillLink drill={toCanton(places, row, 'tallabaja')}>{cantonName(row)}</DrillLink>,
  },
  {
    heading: 'Talla baja',
    numeric: true,
    cell: ({ bajo }) => (
      <>
        <strong>{percent(bajo)}</strong>
        <small>{interval(bajo)}</small>
      </>
    ),
  },
  {
    heading: 'Severa',
    numeric: true,
    cell: (row) => (
      <Linked
        count={row.severa.casos}
        drill={toCanton(places, row, 'tallasevera')}
        label={`${percent(row.severa)}: ver talla baja severa de ${cantonName(row)}`}
      >
        {percent(row.severa)}
      </Linked>
    ),
  },
  {
    heading: 'Medidos',
    numeric: true,
    cell: (row) => (
      <Linked
        count={row.n}
        drill={toCanton(places, row, 'medidos')}
        label={`${showCount(row.n)}: ver los medidos de ${cantonName(row)}`}
      >
        {showCount(row.n)}
      </Linked>
    ),
  },
];

export function StuntingByCantonCard({ state }: { state: ReportState }) {
  const { places } = state;
  const list = state.list('talla');
  const result = useQuery({
    ...stunting(places),
    select: ({ cantones }: Stunting) => pageOfRows(cantones, list.request),
  });
  return (
    <ListCard
      title={CANTONS}
      span={6}
      phone="cards"
      list={list}
      result={result}
      texts={emptyTexts(
        places,
        'controles con cantón',
        'Hacen falta la talla, el sexo, la fecha de nacimiento y el cantón.',
      )}
      columns={columnsOf(places)}
      keyOf={({ canton, provincia }) => `${canton}\n${provincia}`}
    />
  );
}
