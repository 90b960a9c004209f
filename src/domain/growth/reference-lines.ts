import { MONTH_DAYS } from './age.ts';
import type { IndicatorKey } from './indicators.ts';
import { measureAt, rowBetween } from './lms.ts';
import type { Lms, Standards, Table, TableName } from './who/standards.ts';

const LYING_UNTIL = 24;
const LAST_LYING_DAY = 730;
const STEP = 0.5;
/** A newborn changes within days, so the steps are half as long up to this age in months. */
const FINE_UNTIL = 3;

const LINES = [3, 2, 0, -2, -3] as const;
const TABLES: Record<Exclude<IndicatorKey, 'pesotalla'>, TableName> = {
  peso: 'wfa',
  talla: 'lhfa',
  imc: 'bfa',
  perimetro: 'hcfa',
};
export type CurveKey = keyof typeof TABLES;
/** Curves that change from lying to standing measures at 24 months. */
const CHANGES: ReadonlySet<CurveKey> = new Set(['talla', 'imc'] as const);

export interface ReferenceLine {
  z: number;
  label: string;
  /** Age in months, and kg, cm or kg/m². */
  points: { x: number; y: number }[];
}

/** The row at an age between two days, as in the WHO's monthly tables; lying and standing rows are extended to where they meet. */
function rowAt({ rows }: Table, day: number, side: 'lying' | 'standing' | null): Lms | null {
  const first =
    side === 'lying'
      ? Math.min(Math.floor(day), LAST_LYING_DAY - 1)
      : Math.max(Math.floor(day), side ? LAST_LYING_DAY + 1 : 0);
  const [one, other] = [rows[first], rows[first + 1]];
  return one && other ? rowBetween(one, other, day - first) : null;
}

function agesUntil(months: number): number[] {
  const ages: number[] = [];
  for (let age = 0; age <= months; age += age < FINE_UNTIL ? STEP / 2 : STEP) ages.push(age);
  return ages;
}

const signed = (z: number) => (z > 0 ? `+${z}` : z < 0 ? `−${-z}` : '0');

/**
 * The WHO's lines of one curve for one sex, in steps of half a month or less. At 24 months, where lying changes to standing, a
 * line may have two points. Source: WHO Child Growth Standards (2006), L, M, S by day; a line is M·(1 + L·S·z)^(1/L).
 * @param months the end of the lines, 60 at most
 */
export function referenceLines(curve: CurveKey, standards: Standards, months: number): ReferenceLine[] {
  const table = standards[TABLES[curve]];
  const ages = agesUntil(Math.min(months, 60));
  const rows = ages.flatMap((x) => {
    const sides = !CHANGES.has(curve)
      ? [null]
      : [
          ...(x <= LYING_UNTIL ? ['lying' as const] : []),
          ...(x >= LYING_UNTIL && months > LYING_UNTIL ? ['standing' as const] : []),
        ];
    return sides.flatMap((side) => {
      const row = rowAt(table, x * MONTH_DAYS, side);
      return row ? [{ x, row }] : [];
    });
  });
  return LINES.map((z) => ({
    z,
    label: signed(z),
    points: rows.map(({ x, row }) => ({ x, y: measureAt(z, row) })),
  }));
}
