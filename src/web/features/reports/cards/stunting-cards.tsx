import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Shares, Stunting } from '#domain/calls/growth-reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { monthLabel, monthName } from '#domain/reports/months.ts';
import { ChartCard } from '#web/features/reports/frame/chart-card.tsx';
import { LinkIfAny } from '#web/features/reports/frame/count-link.tsx';
import { DrillLink, toChildren } from '#web/features/reports/frame/drill-down.tsx';
import { type FigureTable, showCount } from '#web/features/reports/frame/figure-table.ts';
import { LineFigure } from '#web/features/reports/frame/line-figure.tsx';
import { Pills } from '#web/features/reports/frame/pills.tsx';
import { BigFigure, Figures, ReportCard } from '#web/features/reports/frame/report-card.tsx';
import { emptyText } from '#web/features/reports/state/empty-texts.ts';
import type { PlaceFilters, ReportSearch } from '#web/features/reports/state/report-search.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { correctedText, useStuntingQuery } from '#web/features/reports/state/stunting-query.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { intervalText, SHARE_COLUMNS, shareCells, shareText } from './stunting-shares.ts';

const TITLE = 'Talla baja para la edad';
const SOURCE = 'Estándares OMS: talla para la edad bajo −2 DE; severa, bajo −3 DE.';

const UNCORRECTED = 'cronologica' satisfies ReportSearch['edad'];
const AGES: readonly { value: ReportSearch['edad']; label: string }[] = [
  { value: '', label: 'Edad corregida' },
  { value: UNCORRECTED, label: 'Sin corregir' },
];

const measured = (n: number) => (n === 1 ? '1 niña o niño medido' : `${showCount(n)} niñas y niños medidos`);

/** The share of children who are low for their age, with its confidence interval. */
export function StuntingCard({ state: { places, age, setAge } }: { state: ReportState }) {
  const result = useQuery(useStuntingQuery(places));
  return (
    <ReportCard title={TITLE} lead={`${SOURCE}${correctedText(result.data, age)}`} span={4}>
      <Figures title={TITLE} result={result} height={200}>
        {({ general: { n, bajo, severa } }) => (
          <>
            <BigFigure>{shareText(bajo)}</BigFigure>
            <Stack gap="2xs" fz="sm" c="var(--ink-2)">
              <p>
                {showCount(bajo.casos)} de{' '}
                <LinkIfAny inText count={n} drill={toChildren(places, { situacion: 'medidos' })}>
                  {measured(n)}
                </LinkIfAny>
                . {intervalText(bajo)}
              </p>
              <p>
                <LinkIfAny inText count={severa.casos} drill={toChildren(places, { situacion: 'tallasevera' })}>
                  <strong>Severa: {shareText(severa)}</strong>
                </LinkIfAny>{' '}
                ({showCount(severa.casos)}). {intervalText(severa)}
              </p>
              <p>
                <DrillLink drill={toChildren(places, { situacion: 'tallabaja' })} only="screen">
                  {age === UNCORRECTED ? 'Ver la lista, con la edad corregida' : 'Ver las niñas y los niños'}
                </DrillLink>
              </p>
              <p data-only="screen">
                <TextLink to="/reportes/indicadores" search={places} inherit>
                  Indicadores como la encuesta nacional
                </TextLink>
              </p>
            </Stack>
          </>
        )}
      </Figures>
      {((result.data?.corregidos ?? 0) > 0 || age === UNCORRECTED) && (
        <Box mt="sm">
          <Pills
            label="Edad de quienes nacieron antes de las 37 semanas"
            options={AGES}
            chosen={age}
            onChoose={setAge}
          />
        </Box>
      )}
    </ReportCard>
  );
}

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
export function StuntingByMonthCard({ state: { places, age } }: { state: ReportState }) {
  const result = useQuery(useStuntingQuery(places));
  const measuredMonths = ({ meses }: Stunting) => meses.filter(({ bajo }) => bajo.porcentaje !== null);
  return (
    <ChartCard
      title={`${TITLE} por mes`}
      lead={`De quienes tuvieron control, en los últimos 24 meses.${correctedText(result.data, age)}`}
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
              return `${monthLabel(key)}: ${shareText(bajo)} (${intervalText(bajo)}; n = ${showCount(n)})`;
            }}
            drillOf={({ key }) => toChildren(places, { mes: key })}
            drillLabel="Ver los niños"
          />
        );
      }}
    </ChartCard>
  );
}
