import type { ExportColumn } from '#domain/exports/columns.ts';
import { rangeOf, sheetEnd, sheetRows, sheetStart } from './sheet-xml.ts';
import { sheetPath, workbookParts } from './workbook-xml.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

const SHEET_ROWS = 1_048_576;

/** A list to export, in batches of rows of cell texts. */
export interface ExportTable {
  name: string;
  columns: readonly ExportColumn[];
  batches: AsyncIterable<string[][]>;
}

async function* workbook({ name, columns, batches }: ExportTable, sheetLimit: number): AsyncGenerator<ZipEntry> {
  const source = batches[Symbol.asyncIterator]();
  const ranges: string[] = [];
  // Read before the first byte is written, so that an early failure can still be answered as an error.
  let next = await source.next();

  async function* sheet(): AsyncGenerator<string> {
    let rows = 1;
    yield sheetStart(columns, ranges.length === 0);
    while (!next.done && rows + next.value.length <= sheetLimit) {
      if (next.value.length > 0) yield sheetRows(rows + 1, next.value);
      rows += next.value.length;
      next = await source.next();
    }
    const range = rangeOf(columns, rows);
    ranges.push(range);
    yield sheetEnd(range);
  }

  try {
    do yield { path: sheetPath(ranges.length + 1), content: sheet() };
    while (!next.done);
  } finally {
    await source.return?.();
  }
  yield* workbookParts(name, ranges);
}

/** A stream in constant memory; a long list continues in another sheet. @param sheetLimit rows with the header, more than a batch */
export function xlsxStream(table: ExportTable, sheetLimit = SHEET_ROWS): AsyncGenerator<Uint8Array> {
  return zipStream(workbook(table, sheetLimit));
}
