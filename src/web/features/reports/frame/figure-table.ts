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

/** A cell for a spreadsheet in Spanish: decimal comma, no thousands separator. */
const plainCell = (value: string | number) => (typeof value === 'string' ? value : String(value).replace('.', ','));

export const csvRows = ({ columns, rows }: FigureTable): string[][] => [
  columns.map(({ heading }) => heading),
  ...rows.map(({ cells }) => cells.map(plainCell)),
];
