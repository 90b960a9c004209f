import { cleanText } from '#domain/text.ts';
import type { SheetRow } from './row-builder.ts';

/** The programs themselves allow 31 characters. */
const MAX_NAME = 100;
/** Much of a long name may be what is removed. */
const MAX_CLEANED = 10 * MAX_NAME;
const HALF_AT_END = /[\ud800-\udbff]$/;

/** The name of a sheet as it is stored and shown. */
export function sheetName(written: string): string {
  // The conversion replaces halves of characters, which PostgreSQL does not store.
  const whole = Buffer.from(written.slice(0, MAX_CLEANED)).toString();
  return cleanText(whole).slice(0, MAX_NAME).replace(HALF_AT_END, '');
}

/** What the reader notices about a sheet while it reads its rows. */
export interface SheetFacts {
  hiddenRows: number;
  mergedCells: number;
  formulas: number;
}

export type Rows = AsyncIterable<SheetRow> | Iterable<SheetRow>;

export interface OpenSheet {
  /** As {@link sheetName} gives it. */
  readonly name: string;
  readonly isHidden: boolean;
  /** The first rows with content. */
  firstRows(count: number): Promise<SheetRow[]>;
  /** All rows in order; rows without content may be left out. */
  rows(facts: SheetFacts): Rows;
}

export interface OpenWorkbook {
  readonly format: 'xlsx' | 'xls' | 'ods' | 'csv';
  readonly sheets: readonly OpenSheet[];
  readonly hasMacros: boolean;
  readonly hasLinks: boolean;
}

export async function takeRows(rows: Rows, count: number): Promise<SheetRow[]> {
  const first: SheetRow[] = [];
  for await (const row of rows) {
    if (row.width > 0) first.push(row);
    if (first.length === count) break;
  }
  return first;
}

export const noFacts = (): SheetFacts => ({ hiddenRows: 0, mergedCells: 0, formulas: 0 });
