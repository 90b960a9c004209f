import { EncryptedFileError, HucreError, readXls, streamOdsRows, streamXlsxRows } from 'hucre';
import { csvRows } from './csv-rows.ts';
import { inspectZip, type SheetFacts, type ZipFacts } from './inspect-zip.ts';
import { DAMAGED, NOT_A_SHEET, PROTECTED, TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';

export interface SheetRow {
  /** From 0. */
  readonly index: number;
  readonly values: readonly unknown[];
}

export interface OpenSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly facts: SheetFacts | undefined;
  rows(): AsyncIterable<SheetRow> | Iterable<SheetRow>;
}

export interface OpenWorkbook {
  readonly format: 'xlsx' | 'xls' | 'ods' | 'csv';
  readonly sheets: readonly OpenSheet[];
  readonly hasMacros: boolean;
  readonly hasLinks: boolean;
}

/** Readers of these formats hold the whole content in memory. */
const MAX_XLS_BYTES = 20 * 1024 * 1024;
const MAX_ODS_SHEETS = 30;

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');

/** The sheets of an XLSX in their order (ECMA-376, part 1, 18.2.19 and 18.2.20). */
function xlsxSheets(data: Uint8Array, { texts, sheets }: ZipFacts): OpenSheet[] {
  const relations = new Map(
    [...(texts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([tag]) => {
      const target = attribute(tag, 'Target').replace(/^\//, '');
      return [attribute(tag, 'Id'), target.startsWith('xl/') ? target : `xl/${target}`];
    }),
  );
  const tags = [...(texts.get('xl/workbook.xml') ?? '').matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag);
  return tags.map((tag, index) => ({
    name: decoded(attribute(tag, 'name')),
    isHidden: /^(hidden|veryHidden)$/.test(attribute(tag, 'state')),
    facts: sheets.get(relations.get(attribute(tag, '\\w+:id')) ?? ''),
    rows: () => streamXlsxRows(data, { sheet: index }) as AsyncIterable<SheetRow>,
  }));
}

async function odsSheets(data: Uint8Array, { sheets }: ZipFacts): Promise<OpenSheet[]> {
  const bySheet: SheetRow[][] = [];
  for await (const { index, values, sheetIndex = 0 } of streamOdsRows(data)) {
    if (sheetIndex >= MAX_ODS_SHEETS) break;
    while (bySheet.length <= sheetIndex) bySheet.push([]);
    bySheet[sheetIndex]?.push({ index, values });
  }
  return bySheet.map((rows, at) => ({
    name: `Hoja ${at + 1}`,
    isHidden: false,
    facts: sheets.get('content.xml'),
    rows: () => rows,
  }));
}

/** The stream that holds a workbook with a password ([MS-OFFCRYPTO] 1.3.3). */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
/** The beginning of a BIFF8 workbook; with a password, the record FILEPASS follows ([MS-XLS] 2.4.117). */
const BIFF8_START = [0x09, 0x08, 0x10, 0x00];
const BIFF8_START_BYTES = 20;
const FILEPASS = [0x2f, 0x00];

function hasPassword(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.includes(ENCRYPTED_PACKAGE)) return true;
  const start = bytes.indexOf(Buffer.from(BIFF8_START));
  return start >= 0 && startsWith(data.subarray(start + BIFF8_START_BYTES), FILEPASS);
}

async function xlsSheets(data: Uint8Array): Promise<OpenSheet[]> {
  if (hasPassword(data)) throw new UnreadableFile(PROTECTED);
  if (data.length > MAX_XLS_BYTES) throw new UnreadableFile(TOO_BIG_INSIDE);
  const { sheets } = await readXls(data);
  return sheets.map(({ name, rows, hidden, veryHidden }) => ({
    name,
    isHidden: hidden === true || veryHidden === true,
    facts: undefined,
    rows: () => rows.map((values, index) => ({ index, values })),
  }));
}

const startsWith = (data: Uint8Array, bytes: readonly number[]) => bytes.every((byte, at) => data[at] === byte);
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

async function openZip(data: Uint8Array): Promise<OpenWorkbook> {
  const facts = inspectZip(data);
  const { names, texts } = facts;
  if (names.has('xl/workbook.xml')) {
    const hasLinks = [...names].some((name) => name.startsWith('xl/externalLinks/'));
    return { format: 'xlsx', sheets: xlsxSheets(data, facts), hasMacros: names.has('xl/vbaProject.bin'), hasLinks };
  }
  if (texts.get('mimetype')?.startsWith(ODS_TYPE) && names.has('content.xml')) {
    const hasMacros = [...names].some((name) => name.startsWith('Basic/'));
    return { format: 'ods', sheets: await odsSheets(data, facts), hasMacros, hasLinks: false };
  }
  throw new UnreadableFile(NOT_A_SHEET);
}

/** Opens a file by its content, whatever its name says. @throws UnreadableFile */
export async function openWorkbook(data: Uint8Array): Promise<OpenWorkbook> {
  try {
    if (startsWith(data, ZIP)) return await openZip(data);
    if (startsWith(data, OLE))
      return { format: 'xls', sheets: await xlsSheets(data), hasMacros: false, hasLinks: false };
    const sheet = { name: '', isHidden: false, facts: undefined, rows: () => csvRows(data) };
    return { format: 'csv', sheets: [sheet], hasMacros: false, hasLinks: false };
  } catch (error) {
    throw asUnreadable(error);
  }
}

/** Errors of the readers as sentences; others pass unchanged. */
export function asUnreadable(error: unknown): unknown {
  if (error instanceof EncryptedFileError) return new UnreadableFile(PROTECTED);
  if (error instanceof HucreError || error instanceof RangeError) return new UnreadableFile(DAMAGED);
  return error;
}
