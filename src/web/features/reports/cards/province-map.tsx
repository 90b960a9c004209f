import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Shares } from '#domain/calls/growth-reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { STUNTING_LEVELS, stuntingLevel } from '#domain/reports/prevalence.ts';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { Figures, ReportCard } from '#web/features/reports/frame/report-card.tsx';
import type { Places } from '#web/features/reports/state/report-search.ts';
import { stunting } from '#web/features/reports/state/reports-api.ts';
import classes from './province-map.module.css';
import { TILES } from './province-tiles.ts';

const { Link } = getRouteApi('/reportes');
const TITLE = 'Talla baja por provincia';

const reading = (province: string, shares: Shares | undefined) => {
  if (!shares || shares.bajo.porcentaje === null) return `${province}: sin niñas ni niños medidos`;
  const { bajo, n } = shares;
  const level = STUNTING_LEVELS[stuntingLevel(bajo.porcentaje) ?? 0]?.label.toLocaleLowerCase('es');
  return `${province}: ${showNumber(bajo.porcentaje ?? 0, 2)} % con talla baja (${level}), de ${showCount(n)} medidos`;
};

/** The 24 provinces as tiles, each in the colour of its level and with its figure; a tile narrows the page to its province. */
export function ProvinceMapCard({ places }: { places: Places }) {
  // The whole country, whatever the page is narrowed to: the map is the way to another province.
  const result = useQuery(stunting(places.establecimiento ? { establecimiento: places.establecimiento } : {}));
  return (
    <ReportCard title={TITLE} lead="Toca una provincia para ver solo sus datos." span={6}>
      <Figures title={TITLE} result={result} height={360}>
        {({ provincias }) => {
          const found = new Map(provincias.map((row) => [row.provincia, row]));
          return (
            <div className={classes.country}>
              <ul className={classes.map}>
                {Object.entries(TILES).map(([province, { column, row, short }]) => {
                  const shares = found.get(province);
                  const share = shares?.bajo.porcentaje ?? null;
                  const chosen = places.provincia === province;
                  return (
                    <li key={province} style={{ gridColumn: column, gridRow: row }}>
                      <Link
                        to="."
                        search={(before) => ({ ...before, provincia: chosen ? '' : province, canton: '' })}
                        resetScroll={false}
                        activeOptions={{ exact: true }}
                        className={classes.tile}
                        data-level={stuntingLevel(share) ?? 'none'}
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
              <ul className={classes.legend} aria-label="Niveles de talla baja (OMS y UNICEF)">
                {STUNTING_LEVELS.map(({ below, label }, level) => (
                  <li key={label}>
                    <span data-level={level} aria-hidden />
                    {label}{' '}
                    {Number.isFinite(below)
                      ? `(< ${showNumber(below, below < 10 ? 1 : 0)} %)`
                      : `(≥ ${STUNTING_LEVELS[level - 1]?.below} %)`}
                  </li>
                ))}
              </ul>
            </div>
          );
        }}
      </Figures>
    </ReportCard>
  );
}
