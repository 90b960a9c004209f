import { type Cell, FIRST_ROWS } from '#domain/importing/headers.ts';
import { noFacts, type OpenSheet, type OpenWorkbook, type SheetFacts, sheetName } from './open-sheet.ts';
import { createRowBuilder, MAX_TEXT, type SheetRow } from './row-builder.ts';
import { NOT_A_SHEET, PROTECTED, TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';
import { type Attributes, parsePart, parsing, type XmlHandlers } from './xml.ts';
import type { Zip } from './zip.ts';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';
/** What newer programs wrap a workbook with a password in. */
const ENCRYPTED = 'encrypted-package';
/** More than any workbook has that a person made. */
const MAX_SHEETS = 1_000;
const MAX_STYLES = 70_000;
/** The last row that any program has. */
const MAX_REPEATED = 1_048_576;

const repeated = (value: string | undefined): number => {
  const times = Number(value ?? 1);
  return times >= 1 ? Math.min(Math.trunc(times), MAX_REPEATED) : 1;
};

interface Table {
  readonly name: string;
  readonly isHidden: boolean;
  /** A copy of a sheet of another file, which a link left. */
  isLinked: boolean;
  readonly first: SheetRow[];
}

/** A row that stands for several ones. */
interface RepeatedRow {
  readonly row: SheetRow;
  readonly times: number;
}

interface Listener {
  table(table: Table): void;
  /** Whether the rows of the present table are needed. */
  isReading(): boolean;
  row(row: RepeatedRow): void;
  readonly facts: SheetFacts;
}

/** The value that a cell names beside its text. */
function namedValue(attributes: Attributes): Cell | undefined {
  switch (attributes('value-type')) {
    case 'float':
    case 'currency':
    case 'percentage':
      return Number(attributes('value') ?? Number.NaN);
    case 'boolean':
      return attributes('boolean-value') === 'true';
    case 'date':
      return attributes('date-value')?.replace(/T00:00:00(\.0+)?$/, '');
    case 'string':
      return attributes('string-value');
    default:
      return undefined;
  }
}

const isSpanned = (count: string | undefined) => Number(count ?? 1) > 1;

/** Elements whose texts belong to no cell: notes and drawings. */
const BESIDE = /^(annotation|shapes|frame|custom-shape|control|g|line|rect|caption)$/;

/** The tables of a spreadsheet (OpenDocument 1.3, part 3, 9.1); of formulas the stored result is read. */
function contentHandlers({ table, isReading, row, facts }: Listener): XmlHandlers {
  const hiddenStyles = new Set<string>();
  const builder = createRowBuilder();
  let style = '';
  let present: Table | undefined;
  let [index, column, rowTimes, cellTimes, isHiddenRow] = [0, 0, 1, 1, false];
  let [beside, isInCell, isInText, text, paragraphs] = [0, false, false, '', 0];
  let value: Cell | undefined;

  const add = (piece: string) => {
    if (isInText && beside === 0 && text.length < MAX_TEXT) text += piece;
  };

  const beginTable = (attributes: Attributes) => {
    const isHidden = hiddenStyles.has(attributes('style-name') ?? '');
    present = { name: sheetName(attributes('name') ?? ''), isHidden, isLinked: false, first: [] };
    index = 0;
    table(present);
  };

  const beginCell = (attributes: Attributes) => {
    cellTimes = repeated(attributes('number-columns-repeated'));
    isInCell = isReading();
    if (!isInCell) return;
    [value, text, paragraphs] = [namedValue(attributes), '', 0];
    if (attributes('formula') !== undefined) facts.formulas += 1;
    if (isSpanned(attributes('number-columns-spanned')) || isSpanned(attributes('number-rows-spanned')))
      facts.mergedCells += 1;
  };

  const endRow = () => {
    if (isReading()) {
      const complete = builder.take(index);
      if (isHiddenRow && complete.width > 0) facts.hiddenRows += rowTimes;
      row({ row: complete, times: rowTimes });
    }
    index += rowTimes;
  };

  const open = (element: string, attributes: Attributes) => {
    if (BESIDE.test(element)) beside += 1;
    if (beside > 0) return;
    switch (element) {
      case 'style':
        style = attributes('name') ?? '';
        return;
      case 'table-properties':
        if (attributes('display') === 'false' && hiddenStyles.size < MAX_STYLES) hiddenStyles.add(style);
        return;
      case 'table':
        beginTable(attributes);
        return;
      case 'table-source':
        if (present) present.isLinked = true;
        return;
      case 'table-row':
        column = 0;
        rowTimes = repeated(attributes('number-rows-repeated'));
        isHiddenRow = /^(collapse|filter)$/.test(attributes('visibility') ?? '');
        return;
      case 'table-cell':
      case 'covered-table-cell':
        beginCell(attributes);
        return;
      case 'p':
        isInText = isInCell;
        if (paragraphs > 0) add('\n');
        paragraphs += 1;
        return;
      case 's':
        add(' '.repeat(Math.min(MAX_TEXT, repeated(attributes('c')))));
        return;
      case 'line-break':
        add('\n');
        return;
      case 'tab':
        add('\t');
    }
  };

  const close = (element: string) => {
    if (BESIDE.test(element)) beside -= 1;
    if (beside > 0) return;
    if (element === 'p') isInText = false;
    else if (element === 'table-row') endRow();
    else if (element === 'table-cell' || element === 'covered-table-cell') {
      // What a merged cell covers is not shown.
      if (isInCell && element === 'table-cell') builder.put(column, value ?? text, cellTimes);
      column += cellTimes;
      isInCell = false;
    }
  };

  return { open, close, text: add };
}

async function* tableRows(zip: Zip, at: number, facts: SheetFacts): AsyncGenerator<SheetRow> {
  const complete: RepeatedRow[] = [];
  let present = -1;
  const handlers = contentHandlers({
    table: () => {
      present += 1;
    },
    isReading: () => present === at,
    row: (row) => complete.push(row),
    facts,
  });
  for await (const _ of parsing(zip, CONTENT, handlers)) {
    for (const { row, times } of complete.splice(0))
      if (row.width > 0) for (let one = 0; one < times; one += 1) yield { ...row, index: row.index + one };
    if (present > at) return;
  }
}

/** The tables with their first rows, in one pass; null if the content is no spreadsheet. */
async function listTables(zip: Zip): Promise<Table[] | null> {
  const tables: Table[] = [];
  let isSpreadsheet = false;
  const handlers = contentHandlers({
    table: (table) => {
      tables.push(table);
      if (tables.length > MAX_SHEETS) throw new UnreadableFile(TOO_BIG_INSIDE);
    },
    isReading: () => (tables.at(-1)?.first.length ?? FIRST_ROWS) < FIRST_ROWS,
    row: ({ row }) => {
      if (row.width > 0) tables.at(-1)?.first.push(row);
    },
    facts: noFacts(),
  });
  await parsePart(zip, CONTENT, {
    ...handlers,
    open: (element, attributes) => {
      isSpreadsheet ||= element === 'spreadsheet';
      handlers.open(element, attributes);
    },
  });
  return isSpreadsheet ? tables : null;
}

async function hasPassword(zip: Zip): Promise<boolean> {
  if (zip.names.has(ENCRYPTED)) return true;
  if (!zip.names.has(MANIFEST)) return false;
  let isEncrypted = false;
  await parsePart(zip, MANIFEST, {
    open: (element) => {
      isEncrypted ||= element === 'encryption-data';
    },
    close: () => {},
    text: () => {},
  });
  return isEncrypted;
}

export const isOds = ({ names }: Zip): boolean => names.has(CONTENT) || names.has(ENCRYPTED);

/** @throws UnreadableFile */
export async function openOds(zip: Zip): Promise<OpenWorkbook> {
  if (await hasPassword(zip)) throw new UnreadableFile(PROTECTED);
  const tables = await listTables(zip);
  if (!tables) throw new UnreadableFile(NOT_A_SHEET);
  const sheets = tables.flatMap(({ name, isHidden, isLinked, first }, at): OpenSheet[] =>
    isLinked ? [] : [{ name, isHidden, firstRows: async () => first, rows: (facts) => tableRows(zip, at, facts) }],
  );
  return {
    format: 'ods',
    sheets,
    hasMacros: [...zip.names].some((name) => /^(Basic|Scripts)\/./.test(name)),
    hasLinks: tables.some(({ isLinked }) => isLinked),
  };
}
