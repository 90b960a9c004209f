import type { ExportColumn } from '#domain/exports/columns.ts';
import { rangeOf, type SheetCell, sheetEnd, sheetRows, sheetStart } from './sheet-xml.ts';
import { sheetPath, workbookParts } from './workbook-xml.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

const SHEET_ROWS = 1_048_576;

/** A list to export, in batches of rows of cells. */
export interface ExportTable {
  name: string;
  columns: readonly ExportColumn[];
  batches: AsyncIterable<SheetCell[][]>;
}

interface WrittenSheet {
  readonly name: string;
  readonly range: string;
}

async function* sheetsOf(
  { name, columns, batches }: ExportTable,
  sheetLimit: number,
  written: WrittenSheet[],
): AsyncGenerator<ZipEntry> {
  const source = batches[Symbol.asyncIterator]();
  const before = written.length;
  // Read before the first byte is written, so that an early failure can still be answered as an error.
  let next = await source.next();

  async function* sheet(): AsyncGenerator<string> {
    let rows = 1;
    yield sheetStart(columns, written.length === 0);
    while (!next.done && rows + next.value.length <= sheetLimit) {
      if (next.value.length > 0) yield sheetRows(rows + 1, next.value);
      rows += next.value.length;
      next = await source.next();
    }
    const range = rangeOf(columns, rows);
    const number = written.length - before + 1;
    written.push({ name: number === 1 ? name : `${name} ${number}`, range });
    yield sheetEnd(range);
  }

  try {
    do yield { path: sheetPath(written.length + 1), content: sheet() };
    while (!next.done);
  } finally {
    await source.return?.();
  }
}

async function* workbook(tables: readonly ExportTable[], sheetLimit: number): AsyncGenerator<ZipEntry> {
  const written: WrittenSheet[] = [];
  for (const table of tables) yield* sheetsOf(table, sheetLimit, written);
  yield* workbookParts(written);
}

/** A workbook as a stream in constant memory; a long table continues in another sheet. @param sheetLimit rows with the header, more than a batch */
export const workbookStream = (tables: readonly ExportTable[], sheetLimit = SHEET_ROWS): AsyncGenerator<Uint8Array> =>
  zipStream(workbook(tables, sheetLimit));

export const xlsxStream = (table: ExportTable, sheetLimit?: number): AsyncGenerator<Uint8Array> =>
  workbookStream([table], sheetLimit);
