import { MAX_COLUMNS } from '#domain/calls/importing.ts';
import type { Cell } from '#domain/importing/headers.ts';

export interface SheetRow {
  /** From 0, as the file counts. */
  readonly index: number;
  /** Without the empty ones at the end, and without those beyond the last column that is read. */
  readonly cells: readonly Cell[];
  /** The number of columns up to the last cell with content. */
  readonly width: number;
}

/** Longer than every field allows, so that the form's rule still refuses it. */
export const MAX_TEXT = 5_000;

/** A NUL and half a character: PostgreSQL stores neither. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is meant
const UNSTORABLE = /[\u0000\ud800-\udfff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is meant
const NUL = /\u0000/g;

function dayText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day}T${time.slice(0, 8)}`;
}

/** A cell as JSON can store it; null for a blank one. */
function storedCell(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined) return null;
  const whole = value instanceof Date ? dayText(value) : String(value);
  let text = whole.length > MAX_TEXT ? whole.slice(0, MAX_TEXT) : whole;
  if (UNSTORABLE.test(text)) text = Buffer.from(text).toString().replace(NUL, '');
  return text.trim() === '' ? null : text;
}

/** A row of these values. */
export function rowOf(index: number, values: readonly unknown[]): SheetRow {
  const cells = values.slice(0, MAX_COLUMNS).map(storedCell);
  let width = values.length;
  while (width > 0 && storedCell(values[width - 1]) === null) width -= 1;
  return { index, cells: cells.slice(0, Math.min(width, MAX_COLUMNS)), width };
}

/** Collects the cells of one row after another. */
export function createRowBuilder() {
  let cells: Cell[] = [];
  let width = 0;
  return {
    put(column: number, value: Cell): void {
      const cell = storedCell(value);
      if (cell === null || !(column >= 0)) return;
      width = Math.max(width, column + 1);
      while (cells.length < Math.min(column, MAX_COLUMNS)) cells.push(null);
      if (column < MAX_COLUMNS) cells[column] = cell;
    },
    /** Ends the row and begins the next. */
    take(index: number): SheetRow {
      const row = { index, cells, width };
      [cells, width] = [[], 0];
      return row;
    },
  };
}
