import type { SheetRow } from './row-builder.ts';

/** What the reader notices about a sheet while it reads its rows. */
export interface SheetFacts {
  hiddenRows: number;
  mergedCells: number;
  formulas: number;
}

export type Rows = AsyncIterable<SheetRow> | Iterable<SheetRow>;

export interface OpenSheet {
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
