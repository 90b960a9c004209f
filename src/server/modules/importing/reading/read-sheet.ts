import { MAX_COLUMNS, MAX_ROWS } from '#domain/calls/importing.ts';
import { explainsAnM, looksLikeData } from '#domain/importing/cells.ts';
import {
  type Cell,
  cellText,
  columnsInOtherUnit,
  FIRST_ROWS,
  findHeader,
  matchHeaders,
  otherUnitMessage,
  repeatsHeader,
} from '#domain/importing/headers.ts';
import { exampleRow } from '#domain/importing/template.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { foldText } from '#domain/text.ts';
import { noFacts, type OpenSheet, type OpenWorkbook, type SheetFacts } from './open-sheet.ts';
import type { SheetRow } from './row-builder.ts';
import { fileOf, type SentFile } from './sent-file.ts';
import { createUnitsCheck, withUnit } from './units-row.ts';
import {
  DAMAGED,
  EMPTY,
  NO_TITLES,
  ONLY_HIDDEN,
  TOO_MANY_CELLS,
  TOO_MANY_ROWS,
  TOO_MUCH_TEXT,
  tooLongRow,
  tooManyColumns,
  UnreadableFile,
} from './unreadable.ts';
import { asUnreadable, openWorkbook } from './workbook.ts';

export interface ReadRequest {
  readonly tipo: RecordKey;
  readonly archivo: string;
  /** Headers of earlier imports, as `rememberedHeader` gives them, with what they filled. */
  readonly earlier: readonly (readonly [string, string | null])[];
}

interface SheetHead {
  readonly formato: string;
  readonly hoja: string;
  readonly titulos: readonly string[];
  readonly columnas: readonly (string | null)[];
}

interface SheetEnd {
  readonly filas: number;
  readonly avisos: readonly string[];
  /** By column: some values, and the folded distinct ones if they are few. */
  readonly ejemplos: readonly (readonly string[])[];
  readonly distintos: readonly (readonly string[])[];
}

/** Rows as JSON: a list of `[number in the file, cells]`. */
interface SheetRows {
  readonly json: string;
  readonly count: number;
}

export type SheetPart = { readonly head: SheetHead } | { readonly rows: SheetRows } | { readonly end: SheetEnd };

const ROWS_PER_PART = 500;
/** Characters of a part, so that wide rows and long texts do not make it large; a longer row is alone in its part. */
const PART_CHARACTERS = 256 * 1024;
const MAX_CELLS = 2_000_000;
/** Four times what a file of plain text can have; one text that is written once may stand in many cells. */
const MAX_CHARACTERS = 200_000_000;
/** The texts of a row; some hundred rows are worked on at once. The longest field takes 2,000 characters. */
const MAX_ROW_CHARACTERS = 100_000;
const MAX_TITLE = 200;
const EXAMPLES = 3;
const EXAMPLE_LENGTH = 60;
const FEW_VALUES = 40;
const SHORT_VALUE = 30;
/** Of a file with more sheets, only these are searched for the header. */
const SEARCHED_SHEETS = 20;

/** A copy: a piece of a text keeps the whole text in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

interface SearchedSheet {
  readonly sheet: OpenSheet;
  /** The row of the header in the file, from 0. */
  readonly at: number;
  readonly headers: readonly string[];
  /** The headers with the units that stand below them, if a row of units does. */
  readonly headersWithUnits: readonly string[];
  readonly matches: number;
}

async function searchSheet(
  definition: RecordDefinition,
  sheet: OpenSheet,
  earlier: ReadonlyMap<string, string | null>,
): Promise<SearchedSheet | null> {
  const first = await sheet.firstRows(FIRST_ROWS);
  const titles = first.map(({ cells }) => cells.map((cell) => copyOf(cellText(cell).slice(0, MAX_TITLE))));
  const header = findHeader(definition, titles, earlier);
  const [row, headers] = header ? [first[header.at], titles[header.at]] : [];
  if (!header || !row || !headers) return null;
  const below = first.find(({ index, width }) => index > row.index && width > 0)?.cells ?? [];
  const units = createUnitsCheck(definition)(below) ? below : [];
  const headersWithUnits = headers.map((title, at) => withUnit(title, units[at]));
  return { sheet, at: row.index, headers, headersWithUnits, matches: header.matches };
}

/** The visible sheet whose header matches most. */
async function chooseSheet(
  definition: RecordDefinition,
  { sheets }: OpenWorkbook,
  earlier: ReadonlyMap<string, string | null>,
): Promise<SearchedSheet> {
  let best: SearchedSheet | null = null;
  for (const sheet of sheets.filter(({ isHidden }) => !isHidden).slice(0, SEARCHED_SHEETS)) {
    const searched = await searchSheet(definition, sheet, earlier);
    if (searched && (!best || searched.matches > best.matches)) best = searched;
  }
  if (!best) throw new UnreadableFile(sheets.some(({ isHidden }) => isHidden) ? ONLY_HIDDEN : EMPTY);
  return best;
}

const of = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('es-EC')} ${many}`;

const ENDING = /\.(xlsx|xlsm|xltx|xls|xlt|ods|ots|csv|tsv|txt)$/i;
const FORMATS: Readonly<Record<string, string>> = {
  ...{ xlsm: 'xlsx', xltx: 'xlsx', xlt: 'xls', ots: 'ods', tsv: 'csv', txt: 'csv' },
};

/** Stands for bytes that are no letter. */
const UNDECODED = '\ufffd';

/** What was noticed about the rows while they were read. */
interface Noticed extends SheetFacts {
  /** The number of the row with units under the header, if it is one. */
  unitsRow: number;
  repeated: number;
  examples: number;
  wider: number;
  /** Rows with a letter that could not be decoded. */
  undecoded: number;
}

function noticesOf(workbook: OpenWorkbook, { sheet, at }: SearchedSheet, archivo: string, noticed: Noticed): string[] {
  const { format, sheets, hasMacros, hasLinks } = workbook;
  const { hiddenRows, mergedCells, formulas, unitsRow, repeated, examples, wider, undecoded } = noticed;
  const [, ending = ''] = ENDING.exec(archivo) ?? [];
  const named = FORMATS[ending.toLowerCase()] ?? ending.toLowerCase();
  const hidden = sheets.filter(({ isHidden }) => isHidden).length;
  const others = sheets.length - hidden - 1;
  const notices: (readonly [boolean, string])[] = [
    [
      named !== '' && named !== format,
      `El archivo termina en .${ending} pero es ${format.toUpperCase()}: se leyó así.`,
    ],
    [sheets.length > 1, `Se leyó la hoja «${sheet.name}».`],
    [others > 0, `${of(others, 'hoja más no se leyó', 'hojas más no se leyeron')}.`],
    [hidden > 0, `${of(hidden, 'hoja oculta no se leyó', 'hojas ocultas no se leyeron')}.`],
    [at > 0, `Los títulos están en la fila ${at + 1}: lo que hay encima no se leyó.`],
    [unitsRow > 0, `La fila ${unitsRow} lleva las unidades de las columnas y se saltó.`],
    [hiddenRows > 0, `${of(hiddenRows, 'fila oculta también se leyó', 'filas ocultas también se leyeron')}.`],
    [mergedCells > 0, 'Hay celdas combinadas: solo la primera de cada grupo tiene el dato.'],
    [formulas > 0, 'Hay fórmulas: se leyó el último resultado guardado, sin calcular nada.'],
    [hasMacros, 'El archivo tiene macros: no se ejecutan.'],
    [hasLinks, 'El archivo tiene vínculos a otros archivos: no se abren.'],
    [repeated > 0, `${of(repeated, 'fila repite los títulos y se saltó', 'filas repiten los títulos y se saltaron')}.`],
    [examples > 0, 'La fila de ejemplo de la plantilla se saltó.'],
    [
      undecoded > 0,
      `${of(undecoded, 'fila tiene', 'filas tienen')} letras dañadas (${UNDECODED}): revísalas en el archivo.`,
    ],
    [wider > 0, `${of(wider, 'fila tiene', 'filas tienen')} celdas más allá de los títulos: no se leyeron.`],
  ];
  return notices.flatMap(([applies, notice]) => (applies ? [notice] : []));
}

/** Collects some values of each column, and what explains an M if its values are few and short. */
function createSampler(columns: number) {
  const examples = Array.from({ length: columns }, () => new Set<string>());
  const values: (Set<string> | null)[] = Array.from({ length: columns }, () => new Set<string>());
  /** The values as they stand in the file: writing a number as text and folding take long. */
  const written = Array.from({ length: columns }, () => new Set<Cell>());
  return {
    add(cells: readonly Cell[]): void {
      cells.forEach((cell, at) => {
        const [shown, distinct, seen] = [examples[at], values[at], written[at]];
        if (cell === null || !shown || !seen || seen.has(cell) || (shown.size >= EXAMPLES && !distinct)) return;
        const text = cellText(cell);
        if (shown.size < EXAMPLES) shown.add(copyOf(text.slice(0, EXAMPLE_LENGTH)));
        if (!distinct) return;
        distinct.add(foldText(copyOf(text.slice(0, SHORT_VALUE + 1))));
        if (text.length > SHORT_VALUE || distinct.size > FEW_VALUES) values[at] = null;
        else if (seen.size < FEW_VALUES) seen.add(typeof cell === 'string' ? copyOf(cell) : cell);
      });
    },
    ejemplos: () => examples.map((some) => [...some]),
    distintos: () => values.map((some) => [...(some ?? [])].filter(explainsAnM)),
  };
}

/** Whether a row repeats the header, as on each printed page. */
function createHeaderCheck(headers: readonly string[]) {
  // Folding the cells of all rows would take most of the time, and a repetition is the same text.
  return (cells: readonly Cell[]) =>
    cells.some((cell, at) => typeof cell === 'string' && cell === headers[at]) && repeatsHeader(headers, cells);
}

/** Whether a row is the example of the template that was left in. */
function createExampleCheck(definition: RecordDefinition, columns: readonly (string | null)[]) {
  const example = exampleRow(definition);
  const expected = columns.flatMap((key, at) => {
    const text = key === null ? '' : foldText(example.get(key) ?? '');
    return text === '' ? [] : [{ at, text }];
  });
  // A number may have lost its zeros, and writing each one as text takes long.
  const isExpected = (cell: Cell | undefined, text: string) =>
    typeof cell === 'number' ? cell === Number(text) : foldText(cellText(cell)) === text;
  return (cells: readonly Cell[]) =>
    expected.length > 2 && expected.every(({ at, text }) => isExpected(cells[at], text));
}

/** Rows as JSON until there are enough for a part. */
function createPart() {
  let rows: string[] = [];
  let characters = 0;
  /** @returns null if there is no row */
  const take = (): SheetPart | null => {
    if (rows.length === 0) return null;
    const part = { rows: { json: `[${rows.join(',')}]`, count: rows.length } };
    [rows, characters] = [[], 0];
    return part;
  };
  return {
    /** @returns the earlier rows, if this one does not fit into their part */
    add(fila: number, cells: readonly Cell[]): SheetPart | null {
      const json = JSON.stringify([fila, cells]);
      // With a comma or bracket on each side.
      const length = json.length + 2;
      const full = rows.length === ROWS_PER_PART || characters + length > PART_CHARACTERS ? take() : null;
      rows.push(json);
      characters += length;
      return full;
    },
    take,
  };
}

/** Refuses what is beyond the limits. @throws UnreadableFile */
function createLimits() {
  let [allCells, allCharacters, last] = [0, 0, -1];
  return ({ index, width, cells }: SheetRow): void => {
    if (width > MAX_COLUMNS) throw new UnreadableFile(tooManyColumns(width));
    if (index >= MAX_ROWS) throw new UnreadableFile(TOO_MANY_ROWS);
    // Programs write rows in order; a number that comes twice could not be stored.
    if (!(index > last)) throw new UnreadableFile(DAMAGED);
    last = index;
    allCells += width;
    if (allCells > MAX_CELLS) throw new UnreadableFile(TOO_MANY_CELLS);
    const characters = cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
    if (characters > MAX_ROW_CHARACTERS) throw new UnreadableFile(tooLongRow(index + 1));
    allCharacters += characters;
    if (allCharacters > MAX_CHARACTERS) throw new UnreadableFile(TOO_MUCH_TEXT);
  };
}

async function* readParts(file: SentFile, request: ReadRequest): AsyncGenerator<SheetPart> {
  const definition: RecordDefinition = RECORDS[request.tipo];
  const earlier = new Map(request.earlier);
  const workbook = await openWorkbook(file);
  const chosen = await chooseSheet(definition, workbook, earlier);
  const { sheet, at, headers, headersWithUnits, matches } = chosen;
  if (matches === 0 && looksLikeData(headers)) throw new UnreadableFile(NO_TITLES);
  const columnas = matchHeaders(definition, headersWithUnits, earlier);
  // A column that is not taken shows its unit: the row of units is not stored.
  const titulos = headers.map((title, column) =>
    columnas[column] === null ? (headersWithUnits[column] ?? '') : title,
  );
  yield { head: { formato: workbook.format, hoja: sheet.name, titulos, columnas } };
  const [isExample, isHeader] = [createExampleCheck(definition, columnas), createHeaderCheck(headers)];
  const hasUnits = createUnitsCheck(definition);
  const noticed: Noticed = {
    ...noFacts(),
    unitsRow: 0,
    repeated: 0,
    examples: 0,
    wider: 0,
    undecoded: 0,
  };
  const requireWithinLimits = createLimits();
  const sampler = createSampler(headers.length);
  const part = createPart();
  let [filas, isFirst] = [0, true];
  for await (const row of sheet.rows(noticed)) {
    if (row.width === 0 || row.index < at) continue;
    requireWithinLimits(row);
    if (row.index === at) continue;
    const isUnits = isFirst && hasUnits(row.cells);
    isFirst = false;
    if (isUnits) noticed.unitsRow = row.index + 1;
    else if (isHeader(row.cells)) noticed.repeated += 1;
    else if (isExample(row.cells)) noticed.examples += 1;
    else {
      const cells = row.cells.slice(0, headers.length);
      if (row.width > headers.length) noticed.wider += 1;
      if (cells.some((cell) => typeof cell === 'string' && cell.includes(UNDECODED))) noticed.undecoded += 1;
      sampler.add(cells);
      filas += 1;
      const full = part.add(row.index + 1, cells);
      if (full) yield full;
    }
  }
  const rest = part.take();
  if (rest) yield rest;
  // Rows that repeat a row without a known title are data that are alike.
  if (filas === 0) throw new UnreadableFile(matches === 0 && noticed.repeated > 0 ? NO_TITLES : EMPTY);
  const avisos = [
    ...noticesOf(workbook, chosen, request.archivo, noticed),
    ...columnsInOtherUnit(definition, titulos, columnas).map(({ header, label }) => otherUnitMessage(header, label)),
  ];
  yield { end: { filas, avisos, ejemplos: sampler.ejemplos(), distintos: sampler.distintos() } };
}

/** Reads a file part by part: its header, its rows, and what was noticed. @throws UnreadableFile with a sentence for the sender */
export async function* readSheet(file: SentFile | Uint8Array, request: ReadRequest): AsyncGenerator<SheetPart> {
  try {
    yield* readParts(file instanceof Uint8Array ? fileOf(file) : file, request);
  } catch (error) {
    throw asUnreadable(error);
  }
}
