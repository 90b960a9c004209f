import '@mantine/core/styles/Flex.layer.css';
import { Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Stunting } from '#domain/calls/growth-reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { CLASSIFIED_FROM, STUNTING_LEVELS } from '#domain/reports/prevalence.ts';
import { ChartCard } from '#web/features/reports/frame/chart-card.tsx';
import { toChildren } from '#web/features/reports/frame/drill-down.tsx';
import type { FigureTable } from '#web/features/reports/frame/figure-table.ts';
import { LegendMark } from '#web/features/reports/frame/legend-mark.tsx';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { correctedText, useStuntingQuery } from '#web/features/reports/state/stunting-query.ts';
import { FILLS, HATCHED } from './level-fills.ts';
import { ProvinceDrawing } from './province-drawing.tsx';
import classes from './province-map.module.css';
import { shownProvinces } from './shown-provinces.ts';
import { SHARE_COLUMNS, shareCells } from './stunting-shares.ts';
import { TileMap } from './tile-map.tsx';

const TITLE = 'Talla baja por provincia';
const FEW = `Pocos datos (menos de ${CLASSIFIED_FROM} medidos)`;
const LEGEND = STUNTING_LEVELS.map(({ below, label }, level) => {
  const range = Number.isFinite(below)
    ? `(< ${showNumber(below, below < 10 ? 1 : 0)} %)`
    : `(≥ ${STUNTING_LEVELS[level - 1]?.below} %)`;
  return { text: `${label} ${range}`, color: FILLS[level] ?? '' };
});

const provinceTable =
  (country: PlaceFilters) =>
  ({ provincias }: Stunting): FigureTable => ({
    columns: [{ heading: 'Provincia' }, ...SHARE_COLUMNS],
    rows: provincias.map((row) => ({
      key: row.provincia,
      cells: [row.provincia, ...shareCells(row)],
      drill: toChildren(country, { provincia: row.provincia, situacion: 'medidos' }),
    })),
  });

/** The 24 provinces with colour and figure; choosing one filters the page by it. */
export function ProvinceMapCard({ state: { places, setPlaces, age } }: { state: ReportState }) {
  const { provincia: chosen, establecimiento } = places;
  // Always the whole country, so that another province can be chosen.
  const country: PlaceFilters = establecimiento ? { establecimiento } : {};
  const result = useQuery(useStuntingQuery(country));
  const choose = (province: string) => setPlaces({ provincia: province === chosen ? '' : province, canton: '' });
  return (
    <ChartCard
      title={TITLE}
      lead={correctedText(result.data, age).trim()}
      span={6}
      file="talla-baja-por-provincia"
      places={country}
      result={result}
      height={480}
      table={provinceTable(country)}
      legend={() => [...LEGEND, { text: `${FEW}: con rayas` }]}
    >
      {({ provincias }) => {
        const provinces = shownProvinces(provincias);
        const reading = provinces.find(({ province }) => province === chosen)?.reading;
        return (
          <>
            <div className={classes.map}>
              <ProvinceDrawing provinces={provinces} chosen={chosen} onChoose={choose} />
              <TileMap provinces={provinces} chosen={chosen} />
            </div>
            <Text size="sm" c="dimmed" ta="center" data-only="screen" aria-hidden>
              {reading ?? 'Toca una provincia para ver solo sus datos.'}
            </Text>
            <Flex
              component="ul"
              wrap="wrap"
              rowGap="2xs"
              columnGap="md"
              mt="xs"
              fz="xs"
              c="var(--ink-2)"
              aria-label="Niveles de talla baja (OMS y UNICEF)"
            >
              {[...LEGEND, { text: FEW, color: HATCHED }].map(({ text, color }) => (
                <Flex component="li" key={text} align="center" gap="2xs">
                  <LegendMark color={color} />
                  {text}
                </Flex>
              ))}
            </Flex>
          </>
        );
      }}
    </ChartCard>
  );
}
