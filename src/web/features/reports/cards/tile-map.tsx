import { VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FIRST_PAGES } from '#web/features/reports/state/report-search.ts';
import { FILLS, inkOn } from './level-fills.ts';
import classes from './province-map.module.css';
import { TILES } from './province-tiles.ts';
import type { ShownProvince } from './shown-provinces.ts';

const { Link } = getRouteApi('/reportes');

interface TileMapProps {
  provinces: readonly ShownProvince[];
  chosen: string | undefined;
}

/** The 24 provinces as links of one size, roughly where they lie; seen only while the keyboard is in them. */
export function TileMap({ provinces, chosen }: TileMapProps) {
  return (
    <ul className={classes.tiles}>
      {Object.entries(TILES).map(([name, { column, row, short }]) => {
        const { level = null, figure, reading } = provinces.find(({ province }) => province === name) ?? {};
        const isChosen = name === chosen;
        return (
          <li key={name} style={{ gridColumn: column, gridRow: row, color: inkOn(level) }}>
            <Link
              to="."
              search={(before) => ({ ...before, ...FIRST_PAGES, provincia: isChosen ? '' : name, canton: '' })}
              resetScroll={false}
              activeOptions={{ exact: true }}
              className={classes.tile}
              style={{ background: level === null ? 'var(--sunken)' : FILLS[level] }}
              aria-current={isChosen ? 'true' : undefined}
            >
              <VisuallyHidden>{reading}</VisuallyHidden>
              <span aria-hidden>{short}</span>
              <strong aria-hidden>{figure || '–'}</strong>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
