import { showNumber } from '#domain/fields/index.ts';
import type { DrillDown } from './drill-down.tsx';

/** The figures of a chart, for the table on screen and for CSV. */
export interface FigureTable {
  /** `decimals` makes a column numeric. */
  columns: readonly { heading: string; decimals?: number }[];
  rows: readonly { key: string; cells: readonly (string | number)[]; drill?: DrillDown }[];
}

export const showCount = (value: number): string => value.toLocaleString('es-EC');

/** A formatted cell: 1.284 or 8,12. */
export function showCell(value: string | number, decimals = 0): string {
  if (typeof value === 'string') return value;
  return decimals === 0 ? showCount(value) : showNumber(value, decimals);
}

/** A cell for a spreadsheet in Spanish: decimal comma, the decimals of the screen, no thousands separator. */
const plainCell = (value: string | number, decimals = 0): string =>
  typeof value === 'string' ? value : showNumber(value, decimals).replaceAll('.', '');

export const csvRows = ({ columns, rows }: FigureTable): string[][] => [
  columns.map(({ heading }) => heading),
  ...rows.map(({ cells }) => cells.map((cell, at) => plainCell(cell, columns[at]?.decimals))),
];
