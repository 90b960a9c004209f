import { streamCsvRows } from 'hucre/csv';
import { LOCALE } from '#domain/calendar.ts';
import { MAX_MAPPING_CHANGES, type MappingRehearsal, type MappingRow } from '#domain/calls/dhis2.ts';
import {
  codeSchema,
  establishmentKey,
  fullName,
  MAPPED_KIND_KEYS,
  MAPPED_KINDS,
  type MappedKind,
  takenText,
} from '#domain/dhis2/mapping.ts';
import { AppError } from '#domain/errors.ts';
import { csvText, inertCell } from '#domain/exports/csv.ts';
import { cleanText, foldText } from '#domain/text.ts';
import type { MappedNames } from './mapping-repository.ts';

const COLUMNS = ['tipo', 'clave', 'nombre', 'codigo'] as const;
const NEEDED = ['tipo', 'clave', 'codigo'] as const;
type Needed = (typeof NEEDED)[number];

const DELIMITERS = [';', ',', '\t'] as const;
/** All of them can be saved at once. */
const MAX_ROWS = MAX_MAPPING_CHANGES;
const CANTON_DIGITS = 4;

type Change = MappingRehearsal['cambios'][number];
type Problem = MappingRehearsal['problemas'][number];

/** The table as a CSV that Excel opens, and that is read back by {@link rehearse}. */
export const mappingText = ({ rows }: MappedNames): string =>
  `${csvText([COLUMNS, ...rows.map((row) => [row.tipo, row.clave, fullName(row), row.codigo])])}\r\n`;

const linesOf = (csv: string): string[][] => {
  const text = csv.replace(/^\uFEFF/, '');
  const [head = ''] = text.split('\n', 1);
  const delimiter = DELIMITERS.find((one) => head.includes(one)) ?? ';';
  // The parser leaves all values as texts.
  return [...streamCsvRows(text, { delimiter, maxRows: MAX_ROWS + 2 })] as string[][];
};

const kindOf = (cell: string): MappedKind | undefined =>
  MAPPED_KIND_KEYS.find((kind) => [kind, MAPPED_KINDS[kind]].some((name) => foldText(name) === foldText(cell)));

/** The keys of a kind that a cell may mean: as it stands, without the apostrophe of {@link inertCell}, with the zeros that Excel removes. */
function keysOf(kind: MappedKind, cell: string): string[] {
  if (kind === 'canton') return [cell.padStart(CANTON_DIGITS, '0')];
  if (kind === 'elemento') return [cell];
  const bare = cell.startsWith("'") && inertCell(cell.slice(1)) === cell ? cell.slice(1) : cell;
  return [establishmentKey(bare), establishmentKey(cell)];
}

const withoutZeros = (code: string) => code.replace(/^0+/, '');

const codeProblem = (code: string, before: string): string | undefined => {
  const wrong = codeSchema.safeParse(code).error?.issues[0]?.message;
  if (wrong) return wrong;
  const lostZeros = code !== before && /^\d+$/.test(code) && code === withoutZeros(before);
  return lostZeros ? `Parece que Excel quitó los ceros del código: era ${before}` : undefined;
};

interface Line {
  readonly fila: number;
  readonly row: MappingRow;
  readonly codigo: string;
}

/** @returns the line, or why it cannot be used */
function lineOf(
  cells: Readonly<Record<Needed, string>>,
  fila: number,
  rows: ReadonlyMap<string, MappingRow>,
): Line | string {
  const tipo = kindOf(cells.tipo);
  if (!tipo) return `El tipo debe ser ${MAPPED_KIND_KEYS.join(', ')}`;
  const row = keysOf(tipo, cells.clave)
    .map((key) => rows.get(`${tipo} ${key}`))
    .find((one) => one !== undefined);
  if (!row) return `No existe: ${cells.clave || 'falta la clave'}`;
  return codeProblem(cells.codigo, row.codigo) ?? { fila, row, codigo: cells.codigo };
}

const REPEATED = 'Ya está en otra fila';

/** Rows that repeat another, and codes that two of one kind would have after the import. */
function conflictsOf(lines: readonly Line[], rows: readonly MappingRow[]): Problem[] {
  const codes = new Map(rows.map((row) => [row, row.codigo]));
  const seen = new Set<MappingRow>();
  const repeated = lines.flatMap(({ fila, row, codigo }) => {
    if (seen.has(row)) return [{ fila, msg: REPEATED }];
    seen.add(row);
    codes.set(row, codigo);
    return [];
  });
  const owners = new Map<string, MappingRow[]>();
  const ownerKey = ({ tipo }: MappingRow, codigo: string) => `${tipo} ${codigo}`;
  for (const [row, codigo] of codes) {
    if (codigo === '') continue;
    const same = owners.get(ownerKey(row, codigo));
    if (same) same.push(row);
    else owners.set(ownerKey(row, codigo), [row]);
  }
  const taken = lines.flatMap(({ fila, row, codigo }) => {
    const other = owners.get(ownerKey(row, codigo))?.find((one) => one !== row);
    return other ? [{ fila, msg: takenText(codigo, fullName(other)) }] : [];
  });
  return [...repeated, ...taken].sort((one, other) => one.fila - other.fila);
}

const changesOf = (lines: readonly Line[]): Change[] =>
  lines
    .filter(({ row, codigo }) => codigo !== row.codigo)
    .map(({ row: { tipo, clave, nombre, codigo: antes }, codigo }) => ({ tipo, clave, nombre, antes, codigo }));

const refused = (fila: number, msg: string): MappingRehearsal => ({
  cambios: [],
  problemas: [{ fila, msg }],
  iguales: 0,
});

const LIST = new Intl.ListFormat(LOCALE);
const columnsText = (one: string, many: string, columns: readonly string[]) =>
  `${columns.length === 1 ? one : many} ${LIST.format(columns)}`;

/** What a CSV would change: a row without a code removes the code, what has no row stays. @throws AppError invalid for a text that lacks or repeats a column */
export function rehearse(csv: string, { rows }: MappedNames): MappingRehearsal {
  const [head = [], ...body] = linesOf(csv);
  const names = head.map((cell) => foldText(cell));
  const invalid = (msg: string) => new AppError('invalid', { problems: [{ path: 'csv', msg }] });
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw invalid(columnsText('Falta la columna', 'Faltan las columnas', missing));
  const doubled = NEEDED.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (doubled.length > 0)
    throw invalid(columnsText('Está repetida la columna', 'Están repetidas las columnas', doubled));
  if (body.length > MAX_ROWS) return refused(MAX_ROWS + 2, `El archivo tiene más de ${MAX_ROWS} filas`);
  const byKey = new Map(rows.map((row) => [`${row.tipo} ${row.clave}`, row]));
  const read = body
    .map((cells, at) => ({ cells, fila: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, fila }) => {
      const of = (name: Needed) => cleanText(cells[names.indexOf(name)] ?? '');
      return { fila, line: lineOf({ tipo: of('tipo'), clave: of('clave'), codigo: of('codigo') }, fila, byKey) };
    });
  const lines = read.flatMap(({ line }) => (typeof line === 'string' ? [] : [line]));
  const wrong = read.flatMap(({ fila, line }) => (typeof line === 'string' ? [{ fila, msg: line }] : []));
  const cambios = changesOf(lines);
  const problemas = [...wrong, ...conflictsOf(lines, rows)].sort((one, other) => one.fila - other.fila);
  return { cambios, problemas, iguales: lines.length - cambios.length };
}
