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

/** A cell as JSON can store it; null for a blank one. */
function storedCell(value: Cell): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return value;
  let text = value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value;
  if (UNSTORABLE.test(text)) text = Buffer.from(text).toString().replace(NUL, '');
  return text.trim() === '' ? null : text;
}

/** A row of these values. */
export function rowOf(index: number, values: readonly Cell[]): SheetRow {
  const builder = createRowBuilder();
  values.forEach((value, column) => {
    builder.put(column, value);
  });
  return builder.take(index);
}

/** Collects the cells of one row after another. */
export function createRowBuilder() {
  let cells: Cell[] = [];
  let width = 0;
  return {
    /** @param times in so many columns */
    put(column: number, value: Cell, times = 1): void {
      const cell = storedCell(value);
      if (cell === null || !(column >= 0)) return;
      width = Math.max(width, column + times);
      while (cells.length < Math.min(column, MAX_COLUMNS)) cells.push(null);
      for (let at = column; at < Math.min(column + times, MAX_COLUMNS); at += 1) cells[at] = cell;
    },
    /** Ends the row and begins the next. */
    take(index: number): SheetRow {
      const row = { index, cells, width };
      [cells, width] = [[], 0];
      return row;
    },
  };
}
