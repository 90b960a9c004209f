import { MAX_COLUMNS } from '#domain/calls/importing.ts';
import {
  type Cell,
  cellText,
  findHeader,
  HEADER_ROWS,
  matchHeaders,
  repeatsHeader,
} from '#domain/importing/headers.ts';
import { exampleRow } from '#domain/importing/template.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { foldText } from '#domain/text.ts';
import { DAMAGED, EMPTY, UnreadableFile } from './unreadable.ts';
import { asUnreadable, type OpenSheet, type OpenWorkbook, openWorkbook, type SheetRow } from './workbook.ts';

export interface ReadRequest {
  readonly tipo: RecordKey;
  readonly archivo: string;
  /** Headers of earlier imports, folded, with what they filled. */
  readonly earlier: readonly (readonly [string, string | null])[];
}

export interface SheetHead {
  readonly formato: string;
  readonly hoja: string;
  readonly titulos: readonly string[];
  readonly columnas: readonly (string | null)[];
}

export interface SheetEnd {
  readonly filas: number;
  readonly avisos: readonly string[];
  /** By column: some values, and the folded distinct ones if they are few. */
  readonly ejemplos: readonly (readonly string[])[];
  readonly distintos: readonly (readonly string[])[];
}

/** Rows as JSON: a list of `[number in the file, cells]`. */
export interface SheetRows {
  readonly json: string;
  readonly count: number;
}

export type SheetPart = { readonly head: SheetHead } | { readonly rows: SheetRows } | { readonly end: SheetEnd };

const ROWS_PER_PART = 500;
const MAX_CELLS = 2_000_000;
/** Longer than every field allows, so that the form's rule still refuses it. */
const MAX_TEXT = 5_000;
const EXAMPLES = 3;
const EXAMPLE_LENGTH = 60;
const FEW_VALUES = 40;
const SHORT_VALUE = 30;
/** Of a file with more sheets, only these are searched for the header. */
const SEARCHED_SHEETS = 20;

function dayText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day}T${time.slice(0, 8)}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL
const NUL = /\u0000/g;

/** A cell as JSON can store it. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (value instanceof Date) return dayText(value);
  const text = Buffer.from(String(value).slice(0, MAX_TEXT)).toString().replace(NUL, '');
  return text === '' ? null : text;
}

const isBlank = (cell: Cell) => cell === null || (typeof cell === 'string' && cell.trim() === '');

/** The cells without the empty ones at the end. @throws UnreadableFile beyond the last column */
function cellsOf({ values }: SheetRow): Cell[] {
  let length = values.length;
  while (length > 0 && isBlank(cellOf(values[length - 1]))) length -= 1;
  if (length > MAX_COLUMNS)
    throw new UnreadableFile(
      `La hoja tiene ${length} columnas y se leen hasta ${MAX_COLUMNS}. Borra las que no se usan.`,
    );
  return values.slice(0, length).map(cellOf);
}

interface SearchedSheet {
  readonly sheet: OpenSheet;
  readonly at: number;
  readonly headers: readonly string[];
  readonly matches: number;
}

async function searchSheet(
  definition: RecordDefinition,
  sheet: OpenSheet,
  earlier: ReadonlyMap<string, string | null>,
): Promise<SearchedSheet | null> {
  const first: { index: number; cells: Cell[] }[] = [];
  for await (const row of sheet.rows()) {
    const cells = cellsOf(row);
    if (cells.length > 0) first.push({ index: row.index, cells });
    if (first.length === HEADER_ROWS) break;
  }
  const header = findHeader(
    definition,
    first.map(({ cells }) => cells),
    earlier,
  );
  const row = header && first[header.at];
  return row ? { sheet, at: row.index, headers: row.cells.map(cellText), matches: header.matches } : null;
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
  if (!best) throw new UnreadableFile(EMPTY);
  return best;
}

const of = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('es-EC')} ${many}`;

const ENDING = /\.(xlsx|xlsm|xls|ods|csv|tsv|txt)$/i;
const FORMATS: Readonly<Record<string, string>> = { xlsm: 'xlsx', tsv: 'csv', txt: 'csv' };

function noticesOf(workbook: OpenWorkbook, { sheet, at }: SearchedSheet, archivo: string): string[] {
  const { format, sheets, hasMacros, hasLinks } = workbook;
  const [, ending = ''] = ENDING.exec(archivo) ?? [];
  const named = FORMATS[ending.toLowerCase()] ?? ending.toLowerCase();
  const hidden = sheets.filter(({ isHidden }) => isHidden).length;
  const others = sheets.length - hidden - 1;
  const { hiddenRows = 0, mergedCells = 0, formulas = 0 } = sheet.facts ?? {};
  return [
    ...(named !== '' && named !== format
      ? [`El archivo termina en .${ending} pero es ${format.toUpperCase()}: se leyó así.`]
      : []),
    ...(sheets.length > 1 ? [`Se leyó la hoja «${sheet.name}».`] : []),
    ...(others > 0 ? [`${of(others, 'hoja más no se leyó', 'hojas más no se leyeron')}.`] : []),
    ...(hidden > 0 ? [`${of(hidden, 'hoja oculta no se leyó', 'hojas ocultas no se leyeron')}.`] : []),
    ...(at > 0 ? [`Los títulos están en la fila ${at + 1}: lo que hay encima no se leyó.`] : []),
    ...(hiddenRows > 0
      ? [`${of(hiddenRows, 'fila oculta también se leyó', 'filas ocultas también se leyeron')}.`]
      : []),
    ...(mergedCells > 0 ? ['Hay celdas combinadas: solo la primera de cada grupo tiene el dato.'] : []),
    ...(formulas > 0 ? ['Hay fórmulas: se leyó el último resultado guardado, sin calcular nada.'] : []),
    ...(hasMacros ? ['El archivo tiene macros: no se ejecutan.'] : []),
    ...(hasLinks ? ['El archivo tiene vínculos a otros archivos: no se abren.'] : []),
  ];
}

/** Collects some values of each column, and the distinct ones if they are few and short. */
function createSampler(columns: number) {
  const examples = Array.from({ length: columns }, () => new Set<string>());
  const values: (Set<string> | null)[] = Array.from({ length: columns }, () => new Set<string>());
  return {
    add(cells: readonly Cell[]): void {
      cells.forEach((cell, at) => {
        if (isBlank(cell)) return;
        const text = cellText(cell);
        const shown = examples[at];
        if (shown && shown.size < EXAMPLES) shown.add(text.slice(0, EXAMPLE_LENGTH));
        const distinct = values[at];
        if (!distinct) return;
        if (text.length > SHORT_VALUE || distinct.size > FEW_VALUES) values[at] = null;
        else distinct.add(foldText(text));
      });
    },
    ejemplos: () => examples.map((some) => [...some]),
    distintos: () => values.map((some) => (some ? [...some] : [])),
  };
}

/** Whether a row is the example of the template that was left in. */
function createExampleCheck(definition: RecordDefinition, columns: readonly (string | null)[]) {
  const example = exampleRow(definition);
  const expected = columns.flatMap((key, at) => {
    const text = key === null ? '' : foldText(example.get(key) ?? '');
    return text === '' ? [] : [{ at, text }];
  });
  return (cells: readonly Cell[]) =>
    expected.length > 2 && expected.every(({ at, text }) => foldText(cellText(cells[at])) === text);
}

/** Reads a file part by part: its header, its rows, and what was noticed. @throws UnreadableFile with a sentence for the sender */
export async function* readSheet(data: Uint8Array, request: ReadRequest): AsyncGenerator<SheetPart> {
  const definition: RecordDefinition = RECORDS[request.tipo];
  const earlier = new Map(request.earlier);
  try {
    const workbook = await openWorkbook(data);
    const chosen = await chooseSheet(definition, workbook, earlier);
    const { sheet, at, headers } = chosen;
    const columnas = matchHeaders(definition, headers, earlier);
    yield { head: { formato: workbook.format, hoja: sheet.name, titulos: headers, columnas } };
    const isExample = createExampleCheck(definition, columnas);
    let [filas, allCells, examples, repeated, wider] = [0, 0, 0, 0, 0];
    let sampler = createSampler(headers.length);
    let part: (readonly [number, readonly Cell[]])[] = [];
    for await (const row of sheet.rows()) {
      if (row.index <= at) continue;
      const all = cellsOf(row);
      allCells += all.length;
      if (allCells > MAX_CELLS)
        throw new UnreadableFile(
          'El archivo tiene más de 2 millones de celdas. Divídelo en partes y súbelas una por una.',
        );
      if (all.length === 0) continue;
      if (repeatsHeader(headers, all)) repeated += 1;
      else if (isExample(all)) examples += 1;
      else {
        if (all.length > headers.length) wider += 1;
        const cells = all.slice(0, headers.length);
        sampler.add(cells);
        filas += 1;
        part.push([row.index + 1, cells]);
      }
      if (part.length < ROWS_PER_PART) continue;
      yield { rows: { json: JSON.stringify(part), count: part.length } };
      part = [];
    }
    if (part.length > 0) yield { rows: { json: JSON.stringify(part), count: part.length } };
    if (filas === 0) throw new UnreadableFile(EMPTY);
    const avisos = [
      ...noticesOf(workbook, chosen, request.archivo),
      ...(repeated > 0
        ? [`${of(repeated, 'fila repite los títulos y se saltó', 'filas repiten los títulos y se saltaron')}.`]
        : []),
      ...(examples > 0 ? ['La fila de ejemplo de la plantilla se saltó.'] : []),
      ...(wider > 0
        ? [`${of(wider, 'fila tiene', 'filas tienen')} celdas más allá de los títulos: no se leyeron.`]
        : []),
    ];
    yield { end: { filas, avisos, ejemplos: sampler.ejemplos(), distintos: sampler.distintos() } };
    sampler = createSampler(0);
  } catch (error) {
    const known = asUnreadable(error);
    throw known instanceof UnreadableFile ? known : error instanceof SyntaxError ? new UnreadableFile(DAMAGED) : error;
  }
}
