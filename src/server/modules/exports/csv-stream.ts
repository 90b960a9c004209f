import { csvText } from '#domain/exports/csv.ts';
import type { SheetCell } from './sheet-xml.ts';
import type { ExportTable } from './xlsx-stream.ts';

const LINE_END = '\r\n';

/** Every line ends with CRLF, including the last one. */
export async function* csvStream({ columns, batches }: ExportTable): AsyncGenerator<string> {
  const lines = (rows: SheetCell[][], bom = false) => csvText(rows, { bom }) + LINE_END;
  let header = lines([columns.map(({ label }) => label)], true);
  for await (const rows of batches) {
    const text = header + (rows.length > 0 ? lines(rows) : '');
    header = '';
    if (text) yield text;
  }
  if (header) yield header;
}
