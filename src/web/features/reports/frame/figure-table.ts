import { showNumber } from '#domain/fields/index.ts';
import type { DrillDown } from './drill-down.tsx';

/** The figures of a chart as a table: on screen, and as a CSV file. */
export interface FigureTable {
  /** `decimals`: a column of numbers, with so many of them. */
  columns: readonly { heading: string; decimals?: number }[];
  rows: readonly { key: string; cells: readonly (string | number)[]; drill?: DrillDown }[];
}

export const showCount = (value: number): string => value.toLocaleString('es-EC');

/** A cell as people read it: 1.284 or 8,12. */
export function showCell(value: string | number, decimals = 0): string {
  if (typeof value === 'string') return value;
  return decimals === 0 ? showCount(value) : showNumber(value, decimals);
}

/** The same for a spreadsheet in Spanish: a decimal comma, and no dots that could be taken for one. */
const plainCell = (value: string | number) => (typeof value === 'string' ? value : String(value).replace('.', ','));

/** Headings and rows of the file. */
export const csvRows = ({ columns, rows }: FigureTable): string[][] => [
  columns.map(({ heading }) => heading),
  ...rows.map(({ cells }) => cells.map(plainCell)),
];
