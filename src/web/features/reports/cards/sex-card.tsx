import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BySex } from '#domain/calls/reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { SITUATIONS } from '#domain/records/narrowings.ts';
import { percentOf } from '#domain/reports/figures.ts';
import { ChartCard } from '#web/features/reports/frame/chart-card.tsx';
import { DrillLink, toChildren } from '#web/features/reports/frame/drill-down.tsx';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { LegendMark } from '#web/features/reports/frame/legend-mark.tsx';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import { bySex, dashboard } from '#web/features/reports/state/reports-api.ts';
import { tokens } from '#web/theme/colors.ts';
import { RingChart } from '#web/ui/charts/ring-chart.tsx';

const TITLE = 'Distribución por Género';
const WITHOUT = SITUATIONS.sinsexo;
/** Blue male, pink female (specification, section 9). */
const SEXES = [
  { key: 'masculino', sexo: 'MASCULINO', name: 'Masculino', token: '--chart-masculino' },
  { key: 'femenino', sexo: 'FEMENINO', name: 'Femenino', token: '--chart-femenino' },
] as const;

function sharesOf(data: BySex) {
  const total = data.masculino + data.femenino;
  return SEXES.map((sex) => ({ ...sex, count: data[sex.key], share: percentOf(data[sex.key], total) }));
}

type Share = ReturnType<typeof sharesOf>[number];
const figuresOf = ({ name, count, share }: Share) => `${name}: ${showCount(count)} (${showNumber(share, 2)} %)`;

/** Girls and boys; children without a recorded sex are shown beside the chart. */
export function SexCard({ places }: { places: PlaceFilters }) {
  const result = useQuery(bySex(places));
  const { data: all } = useQuery(dashboard(places));
  const without = (data: BySex) => Math.max(0, (all?.total ?? 0) - data.masculino - data.femenino);
  const toWithout = toChildren(places, { situacion: 'sinsexo' });
  return (
    <ChartCard
      title={TITLE}
      span={6}
      paper="half"
      file="distribucion-genero"
      places={places}
      result={result}
      height={200}
      table={(data) => ({
        columns: [{ heading: 'Sexo' }, { heading: 'Total', decimals: 0 }, { heading: '%', decimals: 2 }],
        rows: [
          ...sharesOf(data).map(({ key, sexo, name, count, share }) => ({
            key,
            cells: [name, count, share],
            drill: toChildren(places, { sexo }),
          })),
          ...(without(data) > 0 ? [{ key: 'sin', cells: [WITHOUT, without(data), ''], drill: toWithout }] : []),
        ],
      })}
      legend={(data) => [
        ...sharesOf(data).map((share) => ({ text: figuresOf(share), color: tokens[share.token] })),
        ...(without(data) > 0 ? [{ text: `${WITHOUT}: ${showCount(without(data))}` }] : []),
      ]}
    >
      {(data) => (
        <Group justify="center" gap="sm" fz="sm">
          <RingChart
            kind="donut"
            description={`${TITLE}. ${sharesOf(data).map(figuresOf).join(', ')}`}
            parts={sharesOf(data).map(({ key, token, count }) => ({ key, value: count, color: `var(${token})` }))}
            whole={Math.max(1, data.masculino + data.femenino)}
            figure={showCount(data.masculino + data.femenino)}
            caption={without(data) > 0 ? 'con sexo' : 'en total'}
          />
          <Stack renderRoot={(props) => <ul {...props} />} gap="2xs">
            {sharesOf(data).map((share) => (
              <li key={share.key}>
                <Group gap="xs">
                  <LegendMark color={`var(${share.token})`} />
                  <DrillLink
                    drill={toChildren(places, { sexo: share.sexo })}
                    label={`Ver los niños: ${figuresOf(share)}`}
                  >
                    {share.name}
                  </DrillLink>
                </Group>
                <Text inherit mt="-2xs" c="dimmed">
                  <Text component="strong" size="lg" fw="var(--mantine-font-weight-bold)" c="var(--ink)">
                    {showCount(share.count)}
                  </Text>{' '}
                  {showNumber(share.share, 2)} %
                </Text>
              </li>
            ))}
          </Stack>
          {without(data) > 0 && (
            <Text size="xs" c="dimmed" ta="center" w="100%">
              <DrillLink drill={toWithout}>
                {WITHOUT}: {showCount(without(data))}
              </DrillLink>
              <Text span inherit display="block">
                Los porcentajes son de quienes lo tienen.
              </Text>
            </Text>
          )}
        </Group>
      )}
    </ChartCard>
  );
}
