import { EncryptedFileError, HucreError, readXls, streamOdsRows } from 'hucre';
import { csvRows } from './csv-rows.ts';
import { noFacts, type OpenSheet, type OpenWorkbook, type Rows, type SheetFacts, takeRows } from './open-sheet.ts';
import { rowOf, type SheetRow } from './row-builder.ts';
import { collect, type SentFile, withStart } from './sent-file.ts';
import {
  BINARY_BOOK,
  DAMAGED,
  NOT_A_SHEET,
  PROTECTED,
  TOO_BIG_INSIDE,
  TOO_BIG_XLS,
  UnreadableFile,
} from './unreadable.ts';
import { isXlsx, openXlsx } from './xlsx.ts';
import { type Attributes, parsePart } from './xml.ts';
import { openZip, type Zip } from './zip.ts';

/** The readers of these formats hold the whole content in memory. */
const MAX_XLS_BYTES = 20 * 1024 * 1024;
const MAX_ODS_BYTES = 60 * 1024 * 1024;
const MAX_ODS_SHEETS = 30;

interface StreamedRow {
  readonly index: number;
  readonly values: readonly unknown[];
}

async function* sheetRows(rows: AsyncIterable<StreamedRow> | Iterable<StreamedRow>): AsyncGenerator<SheetRow> {
  for await (const { index, values } of rows) yield rowOf(index, values);
}

function openSheet(name: string, isHidden: boolean, known: SheetFacts, rows: () => Rows): OpenSheet {
  return {
    name,
    isHidden,
    firstRows: (count) => takeRows(rows(), count),
    rows: (facts) => {
      Object.assign(facts, known);
      return rows();
    },
  };
}

interface OdsTable {
  readonly name: string;
  readonly isHidden: boolean;
  readonly facts: SheetFacts;
}

/** The tables of an ODS with what its reader leaves out (OpenDocument 1.3, part 3, 9.1). @throws UnreadableFile if it holds too much */
async function tablesOf(zip: Zip): Promise<OdsTable[]> {
  const tables: OdsTable[] = [];
  const hidden = new Set<string>();
  let style = '';
  const isSpanned = (count: string | undefined) => Number(count ?? 1) > 1;
  const open = (element: string, attributes: Attributes) => {
    const facts = tables.at(-1)?.facts;
    if (element === 'style') style = attributes('name') ?? '';
    else if (element === 'table-properties' && attributes('display') === 'false') hidden.add(style);
    else if (element === 'table')
      tables.push({
        name: attributes('name') ?? '',
        isHidden: hidden.has(attributes('style-name') ?? ''),
        facts: noFacts(),
      });
    else if (element === 'table-row' && facts && /^(collapse|filter)$/.test(attributes('visibility') ?? ''))
      facts.hiddenRows += 1;
    else if (element === 'table-cell' && facts) {
      if (attributes('formula') !== undefined) facts.formulas += 1;
      if (isSpanned(attributes('number-columns-spanned')) || isSpanned(attributes('number-rows-spanned')))
        facts.mergedCells += 1;
    }
  };
  const limited: Zip = {
    ...zip,
    async *read(name) {
      let bytes = 0;
      for await (const chunk of zip.read(name)) {
        bytes += chunk.length;
        if (bytes > MAX_ODS_BYTES) throw new UnreadableFile(TOO_BIG_INSIDE);
        yield chunk;
      }
    },
  };
  await parsePart(limited, 'content.xml', { open, close: () => {}, text: () => {} });
  return tables;
}

async function openOds(data: Uint8Array, zip: Zip): Promise<OpenWorkbook> {
  const tables = (await tablesOf(zip)).slice(0, MAX_ODS_SHEETS);
  const bySheet: SheetRow[][] = tables.map(() => []);
  for await (const { index, values, sheetIndex = 0 } of streamOdsRows(data))
    bySheet[sheetIndex]?.push(rowOf(index, values));
  return {
    format: 'ods',
    hasMacros: [...zip.names].some((name) => name.startsWith('Basic/')),
    hasLinks: false,
    sheets: tables.map(({ name, isHidden, facts }, at) => openSheet(name, isHidden, facts, () => bySheet[at] ?? [])),
  };
}

/** The stream that holds a workbook with a password ([MS-OFFCRYPTO] 1.3.3). */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
/** The beginning of a BIFF8 workbook; with a password, the record FILEPASS follows ([MS-XLS] 2.4.117). */
const BIFF8_START = Buffer.from([0x09, 0x08, 0x10, 0x00]);
const BIFF8_START_BYTES = 20;
const FILEPASS = [0x2f, 0x00];

const startsWith = (data: Uint8Array, bytes: readonly number[]) => bytes.every((byte, at) => data[at] === byte);

function hasPassword(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.includes(ENCRYPTED_PACKAGE)) return true;
  const start = bytes.indexOf(BIFF8_START);
  return start >= 0 && startsWith(data.subarray(start + BIFF8_START_BYTES), FILEPASS);
}

async function openXls(data: Uint8Array): Promise<OpenWorkbook> {
  if (hasPassword(data)) throw new UnreadableFile(PROTECTED);
  if (data.length > MAX_XLS_BYTES) throw new UnreadableFile(TOO_BIG_XLS);
  const { sheets } = await readXls(data);
  return {
    format: 'xls',
    hasMacros: false,
    hasLinks: false,
    sheets: sheets.map(({ name, rows, hidden, veryHidden }) =>
      openSheet(name, hidden === true || veryHidden === true, noFacts(), () =>
        sheetRows(rows.map((values, index) => ({ index, values }))),
      ),
    ),
  };
}

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

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

async function isOds(zip: Zip): Promise<boolean> {
  if (!zip.names.has('mimetype') || !zip.names.has('content.xml')) return false;
  for await (const chunk of zip.read('mimetype')) return Buffer.from(chunk).toString('latin1').startsWith(ODS_TYPE);
  return false;
}

async function openZipped(data: Uint8Array): Promise<OpenWorkbook> {
  const zip = await openZip(data);
  if (zip.names.has('xl/workbook.bin')) throw new UnreadableFile(BINARY_BOOK);
  if (isXlsx(zip)) return openXlsx(zip);
  if (await isOds(zip)) return openOds(data, zip);
  throw new UnreadableFile(NOT_A_SHEET);
}

/** Opens a file by its content, whatever its name says. @throws UnreadableFile */
export async function openWorkbook(sent: SentFile): Promise<OpenWorkbook> {
  const { start, file } = await withStart(sent);
  if (startsWith(start, ZIP)) return openZipped(await collect(file));
  if (startsWith(start, OLE)) return openXls(await collect(file));
  return openCsv(file);
}

/** Errors of the readers as sentences; others pass unchanged. */
export function asUnreadable(error: unknown): unknown {
  if (error instanceof EncryptedFileError) return new UnreadableFile(PROTECTED);
  return error instanceof HucreError || error instanceof RangeError ? new UnreadableFile(DAMAGED) : error;
}
