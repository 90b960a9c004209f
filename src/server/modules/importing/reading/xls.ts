import type { Cell } from '#domain/importing/headers.ts';
import { openCompoundFile } from './compound-file.ts';
import { type NumberKind, numberKind, readFormatted } from './number-formats.ts';
import { noFacts, type OpenSheet, type OpenWorkbook, type SheetFacts, sheetName, takeRows } from './open-sheet.ts';
import { createRowBuilder, MAX_TEXT, type SheetRow } from './row-builder.ts';
import { createStringTable, type StringTable } from './string-table.ts';
import { DAMAGED, NOT_A_SHEET, OLD_BOOK, PROTECTED, TOO_BIG_XLS, UnreadableFile } from './unreadable.ts';

/** The content may have to be copied, and the largest sheet of this format is smaller. */
const MAX_XLS_BYTES = 20 * 1024 * 1024;

/** Records of BIFF8 ([MS-XLS] 2.3). */
const RECORD = {
  ...{ FORMULA: 0x06, EOF: 0x0a, DATE1904: 0x22, FILEPASS: 0x2f, CONTINUE: 0x3c, BOUNDSHEET: 0x85, MULRK: 0xbd },
  ...{ OBPROJ: 0xd3, RSTRING: 0xd6, XF: 0xe0, MERGECELLS: 0xe5, SST: 0xfc, LABELSST: 0xfd, SUPBOOK: 0x1ae },
  ...{ NUMBER: 0x203, LABEL: 0x204, BOOLERR: 0x205, STRING: 0x207, ROW: 0x208, RK: 0x27e, FORMAT: 0x41e, BOF: 0x809 },
} as const;
const BIFF8 = 0x0600;
const WORKSHEET = 0;
const MACRO_SHEET = 1;
const HIDDEN_ROW = 0x20;
/** A link within the file or to a program, instead of another file ([MS-XLS] 2.4.271). */
const NO_FILE = [0x0401, 0x3a01];

const ERRORS: Readonly<Record<number, string>> = {
  ...{ 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A' },
};

/** A record: its content lies from `at` to `end` in the stream. */
interface BiffRecord {
  readonly id: number;
  readonly at: number;
  readonly end: number;
}

function* recordsFrom(stream: Buffer, from: number): Generator<BiffRecord> {
  for (let at = from; at + 4 <= stream.length; ) {
    const end = at + 4 + stream.readUInt16LE(at + 2);
    if (end > stream.length) throw new UnreadableFile(DAMAGED);
    yield { id: stream.readUInt16LE(at), at: at + 4, end };
    at = end;
  }
}

/** The characters of a text: of one byte or of two. */
function charactersOf(data: Buffer, at: number, count: number, isWide: boolean): string {
  return data.toString(isWide ? 'utf16le' : 'latin1', at, at + count * (isWide ? 2 : 1));
}

/** A text with its length of one byte or two in front of it ([MS-XLS] 2.5.240 and 2.5.294). */
function textAt(data: Buffer, at: number, lengthBytes: 1 | 2): string {
  const count = data.readUIntLE(at, lengthBytes);
  const isWide = (data.readUInt8(at + lengthBytes) & 1) !== 0;
  return charactersOf(data, at + lengthBytes + 1, Math.min(count, MAX_TEXT), isWide);
}

/** The shared texts, which may go on in the following records ([MS-XLS] 2.4.265 and 2.5.293). */
function readStrings(blocks: readonly Buffer[], strings: StringTable): void {
  let [block, at] = [0, 0];
  const present = () => {
    while (at >= (blocks[block]?.length ?? 0)) {
      block += 1;
      at = 0;
      if (block >= blocks.length) throw new UnreadableFile(DAMAGED);
    }
    return blocks[block] as Buffer;
  };
  const byte = () => {
    const value = present().readUInt8(at);
    at += 1;
    return value;
  };
  const number = (bytes: number) => {
    let value = 0;
    for (let one = 0; one < bytes; one += 1) value += byte() * 256 ** one;
    return value;
  };
  const skip = (bytes: number) => {
    for (let left = bytes; left > 0; ) {
      const taken = Math.min(left, present().length - at);
      at += taken;
      left -= taken;
    }
  };
  skip(4);
  for (let left = number(4); left > 0; left -= 1) {
    const count = number(2);
    const flags = byte();
    let isWide = (flags & 1) !== 0;
    const formats = flags & 8 ? number(2) * 4 : 0;
    const phonetic = flags & 4 ? number(4) : 0;
    let text = '';
    for (let missing = count; missing > 0; ) {
      // A block that goes on with a text says anew how wide its characters are.
      if (at >= (blocks[block]?.length ?? 0)) isWide = (byte() & 1) !== 0;
      const size = isWide ? 2 : 1;
      const taken = Math.min(missing, Math.floor((present().length - at) / size));
      if (taken === 0) throw new UnreadableFile(DAMAGED);
      if (text.length < MAX_TEXT) text += charactersOf(present(), at, taken, isWide);
      at += taken * size;
      missing -= taken;
    }
    skip(formats + phonetic);
    strings.add(text);
  }
}

interface NamedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly type: number;
  readonly start: number;
}

interface Globals {
  readonly strings: StringTable;
  readonly kinds: readonly NumberKind[];
  readonly is1904: boolean;
  readonly sheets: readonly NamedSheet[];
  readonly hasMacros: boolean;
  readonly hasLinks: boolean;
}

function readGlobals(stream: Buffer): Globals {
  const strings = createStringTable(stream.length);
  const codes = new Map<number, string>();
  const formats: number[] = [];
  const sheets: NamedSheet[] = [];
  const shared: Buffer[] = [];
  let [is1904, hasMacros, hasLinks, before] = [false, false, false, 0];
  for (const { id, at, end } of recordsFrom(stream, 0)) {
    if (id === RECORD.EOF) break;
    const data = stream.subarray(at, end);
    if (id === RECORD.BOF && data.readUInt16LE(0) !== BIFF8) throw new UnreadableFile(OLD_BOOK);
    if (id === RECORD.FILEPASS) throw new UnreadableFile(PROTECTED);
    if (id === RECORD.DATE1904) is1904 = data.readUInt16LE(0) === 1;
    if (id === RECORD.FORMAT) codes.set(data.readUInt16LE(0), textAt(data, 2, 2));
    if (id === RECORD.XF) formats.push(data.readUInt16LE(2));
    if (id === RECORD.OBPROJ) hasMacros = true;
    if (id === RECORD.SUPBOOK && !NO_FILE.includes(data.readUInt16LE(2))) hasLinks = true;
    if (id === RECORD.SST || (id === RECORD.CONTINUE && before === RECORD.SST)) shared.push(data);
    if (id !== RECORD.CONTINUE) before = id;
    if (id !== RECORD.BOUNDSHEET) continue;
    const isHidden = (data.readUInt8(4) & 3) !== 0;
    const name = sheetName(textAt(data, 6, 1));
    sheets.push({ name, isHidden, type: data.readUInt8(5), start: data.readUInt32LE(0) });
  }
  if (shared.length > 0) readStrings(shared, strings);
  return { strings, kinds: formats.map((id) => numberKind(id, codes.get(id))), is1904, sheets, hasMacros, hasLinks };
}

const double = Buffer.alloc(8);

/** A number in four bytes ([MS-XLS] 2.5.217). */
function compactNumber(stream: Buffer, at: number): number {
  const bits = stream.readUInt32LE(at);
  double.writeUInt32LE((bits & ~3) >>> 0, 4);
  const value = bits & 2 ? (bits | 0) >> 2 : double.readDoubleLE(0);
  return bits & 1 ? value / 100 : value;
}

const errorOf = (code: number) => ERRORS[code] ?? '#VALUE!';

/** The stored result of a formula; undefined if it is a text, which follows in a record of its own ([MS-XLS] 2.5.133). */
function resultOf(stream: Buffer, at: number): Cell | undefined {
  if (stream.readUInt16LE(at + 6) !== 0xffff) return stream.readDoubleLE(at);
  const [kind, value] = [stream.readUInt8(at), stream.readUInt8(at + 2)];
  if (kind === 0) return undefined;
  return kind === 1 ? value !== 0 : kind === 2 ? errorOf(value) : null;
}

function* sheetRows(stream: Buffer, start: number, globals: Globals, facts: SheetFacts): Generator<SheetRow> {
  const builder = createRowBuilder();
  const hidden = new Set<number>();
  let [index, depth, formulaColumn] = [-1, 0, -1];
  const formatted = (value: number, format: number) =>
    readFormatted(value, globals.kinds[format] ?? 'number', globals.is1904);

  const endRow = (): SheetRow => {
    const row = builder.take(index);
    if (row.width > 0 && hidden.has(index)) facts.hiddenRows += 1;
    return row;
  };

  /** Undefined for the text of a formula, which follows. */
  const cellValue = (id: number, at: number): Cell | undefined => {
    const format = stream.readUInt16LE(at + 4);
    switch (id) {
      case RECORD.LABELSST:
        return globals.strings.get(stream.readUInt32LE(at + 6)) ?? null;
      case RECORD.NUMBER:
        return formatted(stream.readDoubleLE(at + 6), format);
      case RECORD.RK:
        return formatted(compactNumber(stream, at + 6), format);
      case RECORD.BOOLERR: {
        const value = stream.readUInt8(at + 6);
        return stream.readUInt8(at + 7) === 1 ? errorOf(value) : value !== 0;
      }
      case RECORD.FORMULA: {
        const result = resultOf(stream, at + 6);
        return typeof result === 'number' ? formatted(result, format) : result;
      }
      default:
        return textAt(stream, at + 6, 2);
    }
  };

  const readCells = ({ id, at, end }: BiffRecord): void => {
    const column = stream.readUInt16LE(at + 2);
    if (id === RECORD.MULRK) {
      for (let [place, next] = [at + 4, column]; place + 8 <= end; [place, next] = [place + 6, next + 1])
        builder.put(next, formatted(compactNumber(stream, place + 2), stream.readUInt16LE(place)));
      return;
    }
    if (id === RECORD.FORMULA) facts.formulas += 1;
    const value = cellValue(id, at);
    if (value === undefined) formulaColumn = column;
    else builder.put(column, value);
  };

  for (const record of recordsFrom(stream, start)) {
    const { id, at } = record;
    // A chart on the sheet is a part of its own inside of it.
    if (id === RECORD.BOF) depth += 1;
    else if (id === RECORD.EOF) {
      depth -= 1;
      if (depth === 0) break;
    }
    if (depth !== 1) continue;
    if (CELLS.has(id)) {
      const row = stream.readUInt16LE(at);
      if (row < index) throw new UnreadableFile(DAMAGED);
      if (row > index && index >= 0) yield endRow();
      index = row;
      readCells(record);
    } else if (id === RECORD.ROW) {
      if (stream.readUInt16LE(at + 12) & HIDDEN_ROW) hidden.add(stream.readUInt16LE(at));
    } else if (id === RECORD.STRING && formulaColumn >= 0) {
      builder.put(formulaColumn, textAt(stream, at, 2));
      formulaColumn = -1;
    } else if (id === RECORD.MERGECELLS) facts.mergedCells += stream.readUInt16LE(at);
  }
  if (depth !== 0) throw new UnreadableFile(DAMAGED);
  if (index >= 0) yield endRow();
}

const CELLS = new Set<number>([
  ...[RECORD.LABELSST, RECORD.LABEL, RECORD.RSTRING, RECORD.NUMBER, RECORD.RK, RECORD.MULRK],
  ...[RECORD.BOOLERR, RECORD.FORMULA],
]);

/** @throws UnreadableFile */
export function openXls(data: Uint8Array): OpenWorkbook {
  const file = openCompoundFile(data);
  if (file.names.has('EncryptedPackage')) throw new UnreadableFile(PROTECTED);
  if (!file.names.has('Workbook')) throw new UnreadableFile(file.names.has('Book') ? OLD_BOOK : NOT_A_SHEET);
  if (data.length > MAX_XLS_BYTES) throw new UnreadableFile(TOO_BIG_XLS);
  const stream = file.read('Workbook');
  const globals = readGlobals(stream);
  const sheets = globals.sheets.flatMap(({ name, isHidden, type, start }): OpenSheet[] => {
    if (type !== WORKSHEET) return [];
    const rows = (facts: SheetFacts) => sheetRows(stream, start, globals, facts);
    return [{ name, isHidden, rows, firstRows: (count) => takeRows(rows(noFacts()), count) }];
  });
  const hasMacroSheet = globals.sheets.some(({ type }) => type === MACRO_SHEET);
  return { format: 'xls', sheets, hasMacros: globals.hasMacros || hasMacroSheet, hasLinks: globals.hasLinks };
}
