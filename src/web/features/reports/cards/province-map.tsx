import '@mantine/core/styles/Flex.layer.css';
import { Flex, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Shares } from '#domain/calls/growth-reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { STUNTING_LEVELS, stuntingLevel } from '#domain/reports/prevalence.ts';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { LegendMark } from '#web/features/reports/frame/legend-mark.tsx';
import { Figures, ReportCard } from '#web/features/reports/frame/report-card.tsx';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import { stunting } from '#web/features/reports/state/reports-api.ts';
import classes from './province-map.module.css';
import { TILES } from './province-tiles.ts';

const { Link } = getRouteApi('/reportes');
const TITLE = 'Talla baja por provincia';

/** One colour per level, from light to dark. */
const FILLS = [1, 2, 3, 6, 9].map((shade) => `var(--mantine-color-laguna-${shade})`);
const FIRST_DARK = 3;

const reading = (province: string, shares: Shares | undefined) => {
  if (!shares || shares.bajo.porcentaje === null) return `${province}: sin niñas ni niños medidos`;
  const { bajo, n } = shares;
  const level = STUNTING_LEVELS[stuntingLevel(bajo.porcentaje) ?? 0]?.label.toLocaleLowerCase('es');
  return `${province}: ${showNumber(bajo.porcentaje ?? 0, 2)} % con talla baja (${level}), de ${showCount(n)} medidos`;
};

/** The 24 provinces as tiles with colour and figure; a click filters the page by the province. */
export function ProvinceMapCard({ places }: { places: PlaceFilters }) {
  // Always the whole country, so that another province can be chosen.
  const result = useQuery(stunting(places.establecimiento ? { establecimiento: places.establecimiento } : {}));
  return (
    <ReportCard title={TITLE} lead="Toca una provincia para ver solo sus datos." span={6}>
      <Figures title={TITLE} result={result} height={360}>
        {({ provincias }) => {
          const sharesByProvince = new Map(provincias.map((row) => [row.provincia, row]));
          return (
            <div className={classes.country}>
              <ul className={classes.map}>
                {Object.entries(TILES).map(([province, { column, row, short }]) => {
                  const shares = sharesByProvince.get(province);
                  const share = shares?.bajo.porcentaje ?? null;
                  const level = stuntingLevel(share);
                  const chosen = places.provincia === province;
                  return (
                    <li
                      key={province}
                      style={{
                        gridColumn: column,
                        gridRow: row,
                        color: level !== null && level >= FIRST_DARK ? 'var(--on-dark)' : 'var(--ink)',
                      }}
                    >
                      <Link
                        to="."
                        search={(before) => ({ ...before, provincia: chosen ? '' : province, canton: '' })}
                        resetScroll={false}
                        activeOptions={{ exact: true }}
                        className={classes.tile}
                        style={{ background: level === null ? 'var(--sunken)' : FILLS[level] }}
                        aria-current={chosen ? 'true' : undefined}
                        title={reading(province, shares)}
                      >
                        <VisuallyHidden>{reading(province, shares)}</VisuallyHidden>
                        <span aria-hidden>{short}</span>
                        <strong aria-hidden>{share === null ? '–' : showNumber(share, 1)}</strong>
                      </Link>
                    </li>
                  );
                })}
              </ul>
              <Flex
                component="ul"
                wrap="wrap"
                rowGap="2xs"
                columnGap="md"
                mt="md"
                fz="xs"
                c="var(--ink-2)"
                aria-label="Niveles de talla baja (OMS y UNICEF)"
              >
                {STUNTING_LEVELS.map(({ below, label }, level) => (
                  <Flex component="li" key={label} align="center" gap="2xs">
                    <LegendMark color={FILLS[level] ?? ''} />
                    {label}{' '}
                    {Number.isFinite(below)
                      ? `(< ${showNumber(below, below < 10 ? 1 : 0)} %)`
                      : `(≥ ${STUNTING_LEVELS[level - 1]?.below} %)`}
                  </Flex>
                ))}
              </Flex>
            </div>
          );
        }}
      </Figures>
    </ReportCard>
  );
}
