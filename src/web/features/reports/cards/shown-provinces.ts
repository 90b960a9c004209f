import type { Shares, Stunting } from '#domain/calls/growth-reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { CLASSIFIED_FROM, levelOfPlace, STUNTING_LEVELS } from '#domain/reports/prevalence.ts';
import { TERRITORY } from '#domain/territory.ts';
import { showCount } from '#web/features/reports/frame/figure-table.ts';

export interface ShownProvince {
  province: string;
  /** INEC's code. */
  code: string;
  /** Null where too few children were measured. */
  level: number | null;
  /** '' without a level. */
  figure: string;
  /** The sentence about it, for people who do not see the map. */
  reading: string;
}

function readingOf({ n, bajo: { porcentaje } }: Shares, level: number): string {
  const label = STUNTING_LEVELS[level]?.label.toLocaleLowerCase('es');
  return `${showNumber(porcentaje ?? 0, 2)} % con talla baja (${label}), de ${showCount(n)} medidos`;
}

/** What the map shows of each of the 24 provinces. */
export function shownProvinces(provincias: Stunting['provincias']): ShownProvince[] {
  const sharesByProvince = new Map(provincias.map((row) => [row.provincia, row]));
  return Object.entries(TERRITORY).map(([province, { code }]) => {
    const shares = sharesByProvince.get(province);
    const level = shares ? levelOfPlace(shares.n, shares.bajo.porcentaje) : null;
    if (!shares || level === null) {
      const reading = shares ? `pocos datos (menos de ${CLASSIFIED_FROM} medidos)` : 'sin niñas ni niños medidos';
      return { province, code, level: null, figure: '', reading: `${province}: ${reading}` };
    }
    const reading = `${province}: ${readingOf(shares, level)}`;
    return { province, code, level, figure: showNumber(shares.bajo.porcentaje ?? 0, 1), reading };
  });
}
