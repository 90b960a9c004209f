import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CantonWeight } from '#domain/calls/reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { ChartCard } from '#web/features/reports/frame/chart-card.tsx';
import { isAmbiguous, toCanton } from '#web/features/reports/frame/drill-down.tsx';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { LineFigure } from '#web/features/reports/frame/line-figure.tsx';
import { Pills } from '#web/features/reports/frame/pills.tsx';
import { emptyText } from '#web/features/reports/state/empty-texts.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { weightByCanton } from '#web/features/reports/state/reports-api.ts';

const TITLE = 'Peso promedio de niños/as por cantones';
const ORDERS = [
  { value: 'nombre', label: 'Por nombre' },
  { value: 'peso', label: 'De menor a mayor peso' },
] as const;
/** With more cantons the chart is ordered by weight at first. */
const MANY = 40;

const keyOf = ({ canton, provincia }: CantonWeight) => `${canton}\n${provincia}`;
/** Adds the province if two cantons have this name. */
const nameOf = ({ canton, provincia }: CantonWeight) =>
  isAmbiguous(canton) && provincia ? `${canton} (${provincia})` : canton;
const inKg = (weight: number) => `${showNumber(weight, 2)} kg`;
const reading = (row: CantonWeight) =>
  `${nameOf(row)}: ${inKg(row.promedio)}, ${showCount(row.controles)} ${row.controles === 1 ? 'control' : 'controles'}`;

/** The mean weight of each canton's children, over all their controls. */
export function WeightCard({ state }: { state: ReportState }) {
  const { places, setOrder } = state;
  const result = useQuery(weightByCanton(places));
  const toMeasured = (row: CantonWeight) => toCanton(places, row, 'concontrol');
  const orderOf = (rows: CantonWeight[]) => state.order || (rows.length > MANY ? 'peso' : 'nombre');
  const ordered = (rows: CantonWeight[]) =>
    orderOf(rows) === 'peso' ? rows.toSorted((a, b) => a.promedio - b.promedio) : rows;
  return (
    <ChartCard
      title="Distribución por Peso"
      lead={TITLE}
      span={12}
      file="peso-por-canton"
      places={places}
      result={result}
      height={380}
      empty={(rows) => (rows.length === 0 ? emptyText(places, 'controles de niñas y niños con cantón') : undefined)}
      table={(rows) => ({
        columns: [
          { heading: 'Cantón' },
          { heading: 'Provincia' },
          { heading: 'Peso (kg)', decimals: 2 },
          { heading: 'Controles', decimals: 0 },
        ],
        rows: ordered(rows).map((row) => ({
          key: keyOf(row),
          cells: [row.canton, row.provincia, row.promedio, row.controles],
          drill: toMeasured(row),
        })),
      })}
    >
      {(rows) => {
        const shown = ordered(rows);
        const weightByCanton = new Map(shown.map((row) => [keyOf(row), row]));
        return (
          <>
            <Box mb="2xs">
              <Pills label="Orden de los cantones" options={ORDERS} chosen={orderOf(rows)} onChoose={setOrder} />
            </Box>
            <LineFigure
              title={TITLE}
              points={shown.map((row) => ({ key: keyOf(row), label: nameOf(row), value: row.promedio }))}
              xTitle="Cantones"
              yTitle="Peso (kg)"
              color="var(--chart-peso)"
              counts={false}
              turnable
              show={(weight) => showNumber(weight, 2)}
              showTick={(weight) => showNumber(weight, 1)}
              reading={({ key }) => reading(weightByCanton.get(key) as CantonWeight)}
              drillOf={({ key }) => toMeasured(weightByCanton.get(key) as CantonWeight)}
              drillLabel="Ver los niños"
            />
          </>
        );
      }}
    </ChartCard>
  );
}
