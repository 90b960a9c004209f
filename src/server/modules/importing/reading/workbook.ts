import { csvRows } from './csv-rows.ts';
import { isOds, openOds } from './ods.ts';
import type { OpenWorkbook } from './open-sheet.ts';
import type { SheetRow } from './row-builder.ts';
import { collect, type SentFile, withStart } from './sent-file.ts';
import { BINARY_BOOK, DAMAGED, NOT_A_SHEET, UnreadableFile } from './unreadable.ts';
import { openXls } from './xls.ts';
import { isXlsx, openXlsx } from './xlsx.ts';
import { openZip } from './zip.ts';

/** A CSV is read once and never held: the first rows are kept for the reading of all. */
function openCsv({ pieces }: SentFile): OpenWorkbook {
  const rows = csvRows(pieces);
  const first: SheetRow[] = [];
  const firstRows = async (count: number) => {
    while (first.length < count) {
      const { done, value } = await rows.next();
      if (done) break;
      first.push(value);
    }
    return first;
  };
  async function* allRows() {
    yield* first;
    yield* rows;
  }
  const sheet = { name: '', isHidden: false, firstRows, rows: allRows };
  return { format: 'csv', sheets: [sheet], hasMacros: false, hasLinks: false };
}

const startsWith = (data: Uint8Array, bytes: readonly number[]) => bytes.every((byte, at) => data[at] === byte);
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

async function openZipped(data: Uint8Array): Promise<OpenWorkbook> {
  const zip = await openZip(data);
  if (zip.names.has('xl/workbook.bin')) throw new UnreadableFile(BINARY_BOOK);
  if (isXlsx(zip)) return openXlsx(zip);
  if (isOds(zip)) return openOds(zip);
  throw new UnreadableFile(NOT_A_SHEET);
}

/** Opens a file by its content, whatever its name says. @throws UnreadableFile */
export async function openWorkbook(sent: SentFile): Promise<OpenWorkbook> {
  const { start, file } = await withStart(sent);
  if (startsWith(start, ZIP)) return openZipped(await collect(file));
  if (startsWith(start, OLE)) return openXls(await collect(file));
  return openCsv(file);
}

/** A place that a damaged file names and does not have; other errors pass unchanged. */
export const asUnreadable = (error: unknown): unknown =>
  error instanceof RangeError ? new UnreadableFile(DAMAGED) : error;
