import { readFileSync } from 'node:fs';
import { constants, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { Cell } from '#domain/importing/headers.ts';
import type { RecordKey } from '#domain/records/index.ts';
import { readSheet, type SheetPart } from '#server/modules/importing/reading/read-sheet.ts';
import { UnreadableFile } from '#server/modules/importing/reading/unreadable.ts';

/** A file that another program made: see its README. */
export const fixture = (name: string): Buffer => readFileSync(new URL(`./sheets/${name}`, import.meta.url));

export interface ReadFile {
  readonly formato?: string;
  readonly hoja?: string;
  readonly titulos?: readonly string[];
  readonly columnas?: readonly (string | null)[];
  /** The rows with their numbers in the file. */
  readonly filas: readonly (readonly [number, readonly Cell[]])[];
  readonly avisos?: readonly string[];
  readonly distintos?: readonly (readonly string[])[];
  /** The sentence with which it was refused. */
  readonly fallo?: string;
}

/** What reading a file yields. @throws what is no sentence for the sender */
export async function readFile(
  data: Uint8Array | string,
  { archivo = 'datos', tipo = 'nino' as RecordKey } = {},
): Promise<ReadFile> {
  const bytes = new Uint8Array(typeof data === 'string' ? Buffer.from(data) : data);
  const filas: (readonly [number, readonly Cell[]])[] = [];
  let read: Omit<ReadFile, 'filas'> = {};
  const collect = (part: SheetPart) => {
    if ('rows' in part) filas.push(...(JSON.parse(part.rows.json) as typeof filas));
    else if ('head' in part) read = { ...read, ...part.head };
    else read = { ...read, avisos: part.end.avisos, distintos: part.end.distintos };
  };
  try {
    for await (const part of readSheet(bytes, { tipo, archivo, earlier: [] })) collect(part);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    read = { ...read, fallo: error.message };
  }
  return { ...read, filas };
}

type Parts = Readonly<Record<string, string | Uint8Array>>;

export const zipOf = (parts: Parts): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  );

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const relationships = (targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${TYPES}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export interface Sheet {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** What is in `sheetData`. */
  readonly rows: string;
  /** What follows it. */
  readonly more?: string;
}

/** A small XLSX by hand, as no program would write it. @param parts more parts, or others instead */
export function xlsxParts(sheets: readonly Sheet[], parts: Parts = {}): Parts {
  const part = (at: number) => `worksheets/sheet${at + 1}.xml`;
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${TYPES}"><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, at) => ['worksheet', part(at)] as const),
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"/>`,
    ...Object.fromEntries(
      sheets.map(({ rows, more = '' }, at) => [
        `xl/${part(at)}`,
        `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${more}</worksheet>`,
      ]),
    ),
    ...parts,
  };
}

const letters = (column: number): string =>
  column < 0 ? '' : letters(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The elements of rows; texts are in the cells. */
export const xlsxRows = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows
    .map((cells, row) => {
      const elements = cells.map((cell, column) => {
        const place = `r="${letters(column)}${row + 1}"`;
        if (cell === null) return `<c ${place}/>`;
        if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
        return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
      });
      return `<row r="${row + 1}">${elements.join('')}</row>`;
    })
    .join('');

/** An XLSX with one sheet. */
export const xlsxOf = (rows: readonly (readonly (string | number | null)[])[], parts?: Parts): Uint8Array =>
  zipOf(xlsxParts([{ name: 'Hoja1', rows: xlsxRows(rows) }], parts));

export const odsOf = (tables: string): Uint8Array =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
      xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
      ><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });

export const odsRow = (texts: readonly string[], rowTimes = 1, cellTimes = 1): string =>
  `<table:table-row table:number-rows-repeated="${rowTimes}">${texts
    .map(
      (text) =>
        `<table:table-cell table:number-columns-repeated="${cellTimes}" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`,
    )
    .join('')}</table:table-row>`;

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const [LOCAL_SIZES, ENTRY_SIZES] = [22, 24];

/** The ZIP with the size that a part claims to inflate to replaced, in front of it and in the directory. */
export function withClaimedSize(zip: Uint8Array, part: string, size: number): Buffer {
  const data = Buffer.from(zip);
  for (const [signature, sizeAt, nameLengthAt, nameAt] of [
    [LOCAL, LOCAL_SIZES, 26, 30],
    [ENTRY, ENTRY_SIZES, 28, 46],
  ] as const)
    for (let at = 0; at + nameAt < data.length; at += 1) {
      if (data.readUInt32LE(at) !== signature) continue;
      const name = data.toString('utf8', at + nameAt, at + nameAt + data.readUInt16LE(at + nameLengthAt));
      if (name === part) data.writeUInt32LE(size, at + sizeAt);
    }
  return data;
}

/** A part that inflates to a repeated text: made from one compressed piece. */
export function bombOf(start: string, piece: string, times: number, end: string): { compressed: Buffer; size: number } {
  const { Z_SYNC_FLUSH } = constants;
  const flushed = (text: string) => deflateRawSync(text, { finishFlush: Z_SYNC_FLUSH, level: 9 });
  const middle = flushed(piece);
  const compressed = Buffer.concat([
    flushed(start),
    ...Array.from({ length: times }, () => middle),
    deflateRawSync(end),
  ]);
  return { compressed, size: Buffer.byteLength(start) + Buffer.byteLength(piece) * times + Buffer.byteLength(end) };
}

/** The ZIP of these parts with one more that is compressed already. */
export function zipWithBomb(parts: Parts, name: string, { compressed, size }: { compressed: Buffer; size: number }) {
  const rest = Buffer.from(zipOf(parts));
  const endAt = rest.length - 22;
  const directoryAt = rest.readUInt32LE(endAt + 16);
  const header = (signature: number, bytes: number, sizes: number) => {
    const made = Buffer.alloc(bytes);
    made.writeUInt32LE(signature, 0);
    made.writeUInt16LE(8, sizes - 14);
    made.writeUInt32LE(compressed.length, sizes - 4);
    made.writeUInt32LE(size, sizes);
    made.writeUInt16LE(name.length, sizes + 4);
    return made;
  };
  const local = Buffer.concat([header(LOCAL, 30, LOCAL_SIZES), Buffer.from(name), compressed]);
  const entry = Buffer.concat([header(ENTRY, 46, ENTRY_SIZES), Buffer.from(name)]);
  entry.writeUInt32LE(directoryAt, 42);
  const end = Buffer.from(rest.subarray(endAt));
  const count = end.readUInt16LE(10) + 1;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(endAt - directoryAt + entry.length, 12);
  end.writeUInt32LE(directoryAt + local.length, 16);
  return Buffer.concat([rest.subarray(0, directoryAt), local, rest.subarray(directoryAt, endAt), entry, end]);
}
