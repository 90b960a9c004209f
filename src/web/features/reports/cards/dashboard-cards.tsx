import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Dashboard } from '#domain/calls/reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { MALNOURISHED } from '#domain/growth/status.ts';
import { everyMonth, monthLabel, monthName } from '#domain/reports/months.ts';
import { ChartCard } from '#web/features/reports/frame/chart-card.tsx';
import { childrenText } from '#web/features/reports/frame/count-texts.ts';
import { DrillLink, toChildren } from '#web/features/reports/frame/drill-down.tsx';
import { type FigureTable, showCount } from '#web/features/reports/frame/figure-table.ts';
import { LineFigure } from '#web/features/reports/frame/line-figure.tsx';
import { emptyText } from '#web/features/reports/state/empty-texts.ts';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import { dashboard } from '#web/features/reports/state/reports-api.ts';
import { tokens } from '#web/theme/colors.ts';
import { RingChart } from '#web/ui/charts/ring-chart.tsx';

const RATE = 'Tasa de Desnutrición Crónica Infantil';
const CONTROLS = 'Número de Controles brindados';

const rateTable =
  (places: PlaceFilters) =>
  ({ total, desnutricion, tasa }: Dashboard): FigureTable => ({
    columns: [{ heading: 'Niñas y niños' }, { heading: 'Total', decimals: 0 }, { heading: '%', decimals: 2 }],
    rows: [
      {
        key: 'desnutricion',
        cells: [`Con ${MALNOURISHED}`, desnutricion, tasa],
        drill: toChildren(places, { estado: MALNOURISHED }),
      },
      { key: 'total', cells: ['Todos', total, total === 0 ? 0 : 100], drill: toChildren(places) },
    ],
  });

/** The percentage of children with Desnutrición. */
export function RateCard({ places }: { places: PlaceFilters }) {
  const result = useQuery(dashboard(places));
  const sentence = ({ total, desnutricion }: Dashboard) => `${showCount(desnutricion)} de ${childrenText(total)}`;
  return (
    <ChartCard
      title={RATE}
      span={6}
      paper="half"
      file="tasa-desnutricion"
      places={places}
      result={result}
      height={200}
      table={rateTable(places)}
      legend={(data) => [{ text: `${sentence(data)} con ${MALNOURISHED}`, color: tokens['--low-mark'] }]}
    >
      {(data) => (
        <Group justify="center" wrap="nowrap" fz="sm">
          <RingChart
            kind="radial"
            description={`${RATE}: ${showNumber(data.tasa, 2)} %, ${sentence(data)}`}
            parts={[{ key: 'tasa', value: data.desnutricion, color: 'var(--low-mark)' }]}
            whole={Math.max(1, data.total)}
            figure={showNumber(data.tasa, 2)}
            caption="%"
          />
          <DrillLink
            drill={toChildren(places, { estado: MALNOURISHED })}
            label={`${sentence(data)} con ${MALNOURISHED}`}
          >
            {sentence(data)}
          </DrillLink>
        </Group>
      )}
    </ChartCard>
  );
}

const monthsOf = ({ controlesPorMes }: Dashboard) => everyMonth(controlesPorMes, 'controles');
const controlsOf = (count: number) => `${showCount(count)} ${count === 1 ? 'control' : 'controles'}`;

const controlsTable =
  (places: PlaceFilters) =>
  (data: Dashboard): FigureTable => ({
    columns: [{ heading: 'Mes' }, { heading: 'Controles', decimals: 0 }],
    rows: monthsOf(data).map(({ mes, total }) => ({
      key: mes,
      cells: [monthLabel(mes), total],
      drill: toChildren(places, { mes }),
    })),
  });

/** The number of controls per month. */
export function ControlsCard({ places }: { places: PlaceFilters }) {
  const result = useQuery(dashboard(places));
  return (
    <ChartCard
      title={CONTROLS}
      span={12}
      file="controles-por-mes"
      places={places}
      result={result}
      height={330}
      empty={({ controlesPorMes }) => (controlesPorMes.length === 0 ? emptyText(places, 'controles') : undefined)}
      table={controlsTable(places)}
    >
      {(data) => (
        <LineFigure
          title={CONTROLS}
          points={monthsOf(data).map(({ mes, total }) => ({
            key: mes,
            label: monthName(mes),
            under: mes.slice(0, 4),
            value: total,
          }))}
          xTitle="Meses"
          yTitle="Controles"
          color="var(--mantine-color-laguna-6)"
          counts
          show={showCount}
          showTick={showCount}
          reading={({ key, value }) => `${monthLabel(key)}: ${controlsOf(value)}`}
          drillOf={({ key }) => toChildren(places, { mes: key })}
          drillLabel="Ver los niños"
        />
      )}
    </ChartCard>
  );
}
