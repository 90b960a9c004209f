import { EncryptedFileError, HucreError, readXls, streamOdsRows, streamXlsxRows } from 'hucre';
import { csvRows } from './csv-rows.ts';
import { inspectZip, type ZipFacts } from './inspect-zip.ts';
import { noFacts, type OpenSheet, type OpenWorkbook, type Rows, type SheetFacts, takeRows } from './open-sheet.ts';
import { rowOf, type SheetRow } from './row-builder.ts';
import { collect, type SentFile, withStart } from './sent-file.ts';
import { BINARY_BOOK, DAMAGED, NOT_A_SHEET, PROTECTED, TOO_BIG_XLS, UnreadableFile } from './unreadable.ts';

/** The reader holds the whole content of this format in memory. */
const MAX_XLS_BYTES = 12 * 1024 * 1024;
const MAX_ODS_SHEETS = 30;

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');

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

/** The sheets of an XLSX in their order (ECMA-376, part 1, 18.2.19 and 18.2.20). */
function openXlsx(data: Uint8Array, { names, texts, sheets }: ZipFacts): OpenWorkbook {
  const relations = new Map(
    [...(texts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([tag]) => {
      const target = attribute(tag, 'Target').replace(/^\//, '');
      return [attribute(tag, 'Id'), target.startsWith('xl/') ? target : `xl/${target}`];
    }),
  );
  const tags = [...(texts.get('xl/workbook.xml') ?? '').matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag);
  return {
    format: 'xlsx',
    hasMacros: names.has('xl/vbaProject.bin'),
    hasLinks: [...names].some((name) => name.startsWith('xl/externalLinks/')),
    sheets: tags.map((tag, sheet) => {
      const facts = sheets.get(relations.get(attribute(tag, '\\w+:id')) ?? '') ?? noFacts();
      const isHidden = /^(hidden|veryHidden)$/.test(attribute(tag, 'state'));
      const name = decoded(attribute(tag, 'name'));
      return openSheet(name, isHidden, facts, () => sheetRows(streamXlsxRows(data, { sheet })));
    }),
  };
}

async function openOds(data: Uint8Array, { names, sheets }: ZipFacts): Promise<OpenWorkbook> {
  const bySheet: SheetRow[][] = [];
  for await (const { index, values, sheetIndex = 0 } of streamOdsRows(data)) {
    if (sheetIndex >= MAX_ODS_SHEETS) break;
    while (bySheet.length <= sheetIndex) bySheet.push([]);
    bySheet[sheetIndex]?.push(rowOf(index, values));
  }
  const facts = sheets.get('content.xml') ?? noFacts();
  return {
    format: 'ods',
    hasMacros: [...names].some((name) => name.startsWith('Basic/')),
    hasLinks: false,
    sheets: bySheet.map((rows, at) => openSheet(`Hoja ${at + 1}`, false, facts, () => rows)),
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

async function openZipped(data: Uint8Array): Promise<OpenWorkbook> {
  const facts = inspectZip(data);
  const { names, texts } = facts;
  if (names.has('xl/workbook.bin')) throw new UnreadableFile(BINARY_BOOK);
  if (names.has('xl/workbook.xml')) return openXlsx(data, facts);
  if (texts.get('mimetype')?.startsWith(ODS_TYPE) && names.has('content.xml')) return openOds(data, facts);
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
