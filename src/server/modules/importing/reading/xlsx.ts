import { type NumberKind, numberKind, readFormatted } from './number-formats.ts';
import { noFacts, type OpenSheet, type OpenWorkbook, type SheetFacts, sheetName, takeRows } from './open-sheet.ts';
import { createRowBuilder, MAX_TEXT, type SheetRow } from './row-builder.ts';
import { createStringTable, type StringTable } from './string-table.ts';
import { DAMAGED, NOT_A_SHEET, TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';
import { type Attributes, parsePart, parsing } from './xml.ts';
import type { Zip } from './zip.ts';

/** More than any workbook has that a person made. */
const MAX_SHEETS = 1_000;
const MAX_FORMATS = 70_000;

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

function requireFew(count: number, max: number): void {
  if (count > max) throw new UnreadableFile(TOO_BIG_INSIDE);
}

/** `xl/worksheets/sheet1.xml`, as the part at `xl/workbook.xml` names it. */
function pathFrom(part: string, target: string): string {
  const base = `https://file/${part}`;
  return URL.canParse(target, base) ? decodeURIComponent(new URL(target, base).pathname.slice(1)) : target;
}

interface Relation {
  readonly path: string;
  readonly type: string;
}

/** What a part refers to, by id. Both kinds of Office Open XML name the types with these endings. */
async function relationsOf(zip: Zip, part: string): Promise<Map<string, Relation>> {
  const name = part.replace(/([^/]*)$/, '_rels/$1.rels');
  const relations = new Map<string, Relation>();
  if (!zip.names.has(name)) return relations;
  await parsePart(zip, name, {
    open: (element, attributes) => {
      if (element !== 'Relationship') return;
      const path = pathFrom(part, attributes('Target') ?? '');
      relations.set(attributes('Id') ?? '', { path, type: (attributes('Type') ?? '').replace(/.*\//, '') });
      requireFew(relations.size, MAX_SHEETS * 2);
    },
    close: () => {},
    text: () => {},
  });
  return relations;
}

interface NamedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly relation: string;
}

async function readWorkbook(zip: Zip, path: string): Promise<{ sheets: NamedSheet[]; is1904: boolean }> {
  const sheets: NamedSheet[] = [];
  let is1904 = false;
  await parsePart(zip, path, {
    open: (element, attributes) => {
      if (element === 'workbookPr') is1904 = isTrue(attributes('date1904'));
      if (element !== 'sheet') return;
      const isHidden = /^(hidden|veryHidden)$/.test(attributes('state') ?? '');
      sheets.push({ name: sheetName(attributes('name') ?? ''), isHidden, relation: attributes('id') ?? '' });
      requireFew(sheets.length, MAX_SHEETS);
    },
    close: () => {},
    text: () => {},
  });
  return { sheets, is1904 };
}

/** The kind of number of each cell format. */
async function readFormats(zip: Zip, path: string | undefined): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  if (path === undefined || !zip.names.has(path)) return kinds;
  let isCellFormats = false;
  await parsePart(zip, path, {
    open: (element, attributes) => {
      const id = Number(attributes('numFmtId'));
      if (element === 'cellXfs') isCellFormats = true;
      else if (element === 'numFmt') codes.set(id, attributes('formatCode') ?? '');
      else if (element === 'xf' && isCellFormats) kinds.push(numberKind(id, codes.get(id)));
      requireFew(Math.max(codes.size, kinds.length), MAX_FORMATS);
    },
    close: (element) => {
      if (element === 'cellXfs') isCellFormats = false;
    },
    text: () => {},
  });
  return kinds;
}

/** Excel writes control characters as `_x000D_` (ECMA-376, part 1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Collects a text that may come in pieces; what no field could hold is left out. */
function createTextCollector() {
  let text = '';
  return {
    add: (piece: string) => {
      if (text.length < MAX_TEXT) text += piece;
    },
    take: (): string => {
      const whole = text;
      text = '';
      return whole;
    },
  };
}

async function readStrings(zip: Zip, path: string | undefined): Promise<StringTable> {
  const strings = createStringTable(zip.bytes);
  if (path === undefined || !zip.names.has(path)) return strings;
  const collected = createTextCollector();
  let [isText, isPhonetic] = [false, false];
  await parsePart(zip, path, {
    open: (element) => {
      if (element === 't') isText = !isPhonetic;
      else if (element === 'rPh') isPhonetic = true;
    },
    close: (element) => {
      if (element === 't') isText = false;
      else if (element === 'rPh') isPhonetic = false;
      else if (element === 'si') strings.add(unescaped(collected.take()));
    },
    text: (piece) => {
      if (isText) collected.add(piece);
    },
  });
  return strings;
}

interface Shared {
  readonly strings: StringTable;
  readonly kinds: readonly NumberKind[];
  readonly is1904: boolean;
}

const [LETTER_A, LETTERS] = [64, 26];

/** The column of a reference such as `AB12`, from 0; -1 if it names none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) & ~0x20) - LETTER_A;
    if (letter < 1 || letter > LETTERS) break;
    column = column * LETTERS + letter;
  }
  return column - 1;
}

/** The cells of a worksheet (ECMA-376, part 1, 18.3.1); of formulas the stored result is read. */
async function* sheetRows(zip: Zip, path: string, shared: Shared, facts: SheetFacts): AsyncGenerator<SheetRow> {
  const complete: SheetRow[] = [];
  const builder = createRowBuilder();
  const collected = createTextCollector();
  let [index, column, isHidden] = [-1, -1, false];
  let [type, format] = ['', -1];
  /** The element whose text is the value of the cell. */
  let inside: 'v' | 't' | '' = '';
  let isPhonetic = false;

  const cellValue = (text: string) => {
    switch (type) {
      case 's':
        return shared.strings.get(Number(text)) ?? null;
      case 'b':
        return text === '' ? null : isTrue(text);
      case 'str':
      case 'inlineStr':
        return unescaped(text);
      case 'd':
      case 'e':
        return text;
      default: {
        const number = text.trim() === '' ? Number.NaN : Number(text);
        return Number.isNaN(number) ? text : readFormatted(number, shared.kinds[format] ?? 'number', shared.is1904);
      }
    }
  };

  const begin = (element: string, attributes: Attributes) => {
    switch (element) {
      case 'row': {
        const given = attributes('r');
        index = given === undefined ? index + 1 : Number(given) - 1;
        column = -1;
        isHidden = isTrue(attributes('hidden'));
        return;
      }
      case 'c': {
        const given = columnOf(attributes('r') ?? '');
        column = given < 0 ? column + 1 : given;
        type = attributes('t') ?? '';
        format = Number(attributes('s') ?? -1);
        return;
      }
      case 'v':
        inside = 'v';
        return;
      case 't':
        inside = isPhonetic ? '' : 't';
        return;
      case 'rPh':
        isPhonetic = true;
        return;
      case 'f':
        facts.formulas += 1;
        return;
      case 'mergeCell':
        facts.mergedCells += 1;
    }
  };

  const finish = (element: string) => {
    if (element === 'v' || element === 't') inside = '';
    else if (element === 'rPh') isPhonetic = false;
    else if (element === 'c') {
      const text = collected.take();
      if (text !== '') builder.put(column, cellValue(text));
    } else if (element === 'row') {
      const row = builder.take(index);
      if (isHidden && row.width > 0) facts.hiddenRows += 1;
      complete.push(row);
    }
  };

  const text = (piece: string) => {
    if (inside !== '') collected.add(piece);
  };
  for await (const _ of parsing(zip, path, { open: begin, close: finish, text })) yield* complete.splice(0);
}

export const isXlsx = ({ names }: Zip): boolean => names.has('xl/workbook.xml') || names.has('[Content_Types].xml');

/** @throws UnreadableFile */
export async function openXlsx(zip: Zip): Promise<OpenWorkbook> {
  const main = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument');
  const path = main?.path ?? 'xl/workbook.xml';
  if (!/\.xml$/.test(path) || !/^xl\//.test(path) || !zip.names.has(path)) throw new UnreadableFile(NOT_A_SHEET);
  const relations = await relationsOf(zip, path);
  const pathOfType = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.path;
  const { sheets, is1904 } = await readWorkbook(zip, path);
  const shared = {
    strings: await readStrings(zip, pathOfType('sharedStrings')),
    kinds: await readFormats(zip, pathOfType('styles')),
    is1904,
  };
  // Charts and macros may be sheets of their own.
  const opened = sheets.flatMap(({ name, isHidden, relation }): OpenSheet[] => {
    const target = relations.get(relation);
    if (!target) throw new UnreadableFile(DAMAGED);
    if (target.type !== 'worksheet') return [];
    const rows = (facts: SheetFacts) => sheetRows(zip, target.path, shared, facts);
    return [{ name, isHidden, rows, firstRows: (count) => takeRows(rows(noFacts()), count) }];
  });
  const names = [...zip.names];
  return {
    format: 'xlsx',
    sheets: opened,
    hasMacros: names.some((name) => /\/vbaProject\.bin$|^xl\/macrosheets\//.test(name)),
    hasLinks: names.some((name) => name.startsWith('xl/externalLinks/')),
  };
}
