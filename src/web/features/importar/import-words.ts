import {
  type Import,
  type ImportState,
  type ListedImport,
  ROW_STATES,
  type RowState,
} from '#domain/calls/importing.ts';
import { foldHeader } from '#domain/importing/target.ts';
import type { Tone } from '#web/ui/shapes/tone-badge.tsx';

export const whole = (count: number) => count.toLocaleString('es-EC');
const counted = (count: number, one: string, many: string) => `${whole(count)} ${count === 1 ? one : many}`;
export const rowCount = (count: number) => counted(count, 'fila', 'filas');

/** `a, b y c`. */
export function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  const before = parts.slice(0, -1).join(', ');
  return before ? `${before} y ${last}` : last;
}

export const STATE_TONES = {
  recibida: 'brand',
  leyendo: 'brand',
  columnas: 'warn',
  ensayando: 'brand',
  ensayada: 'warn',
  importando: 'brand',
  parada: 'warn',
  importada: 'ok',
  deshaciendo: 'brand',
  deshecha: 'quiet',
  fallida: 'low',
} as const satisfies Record<ImportState, Tone>;

export const ROW_TONES = {
  pendiente: 'none',
  nueva: 'ok',
  cambia: 'brand',
  igual: 'quiet',
  parecida: 'warn',
  problema: 'low',
  omitida: 'quiet',
  importada: 'ok',
  deshecha: 'quiet',
  conservada: 'warn',
} as const satisfies Record<RowState, Tone>;

/** The title of the part of the screen that a state shows. */
const HEADINGS = {
  recibida: 'En espera',
  leyendo: 'Leyendo el archivo',
  columnas: '¿Qué trae cada columna?',
  ensayando: 'Ensayando las filas',
  ensayada: 'Esto es lo que pasará',
  importando: 'Importando',
  parada: 'La importación se detuvo',
  importada: 'La importación terminó',
  deshaciendo: 'Deshaciendo la importación',
  deshecha: 'La importación se deshizo',
  fallida: 'No se pudo leer el archivo',
} as const satisfies Record<ImportState, string>;

/** Rows that changed since their rehearsal are rehearsed again after an import. */
export const isSecondLook = ({ estado, terminada }: Pick<Import, 'estado' | 'terminada'>): boolean =>
  estado === 'ensayando' && terminada !== null;

export const COLUMNS_HEADING = HEADINGS.columnas;

export const headingOf = (current: Import): string =>
  isSecondLook(current) ? 'Repasando lo que quedó' : HEADINGS[current.estado];

/** The words for a number of rows of a state: `37 con problemas`. */
const STATE_COUNTS = {
  pendiente: ['por ensayar', 'por ensayar'],
  nueva: ['nueva', 'nuevas'],
  cambia: ['que cambia algo', 'que cambian algo'],
  igual: ['sin cambios', 'sin cambios'],
  parecida: ['sin decidir, porque se parece a otra persona', 'sin decidir, porque se parecen a otras personas'],
  problema: ['con problemas', 'con problemas'],
  omitida: ['omitida', 'omitidas'],
  importada: ['importada', 'importadas'],
  deshecha: ['deshecha', 'deshechas'],
  conservada: ['conservada', 'conservadas'],
} as const satisfies Record<RowState, readonly [string, string]>;

export function stateCount(state: RowState, count: number): string {
  const [one, many] = STATE_COUNTS[state];
  return counted(count, one, many);
}

/** The filter chip of a state. */
export const CHIP_LABELS: Readonly<Record<RowState, string>> = {
  ...ROW_STATES,
  nueva: 'Nuevas',
  cambia: 'Cambian algo',
  parecida: 'Se parecen a otra persona',
  omitida: 'Omitidas',
  importada: 'Importadas',
  deshecha: 'Deshechas',
  conservada: 'Conservadas',
};

/** How many rows an import would write now. */
export const rowsToWrite = ({ totales }: Pick<Import, 'totales'>): number => totales.nueva + totales.cambia;

/** `1.150 nuevas y 13 que cambian algo`; only states that have rows. */
export const statesText = ({ totales }: Pick<Import, 'totales'>, states: readonly RowState[]): string =>
  joined(states.filter((state) => totales[state] > 0).map((state) => stateCount(state, totales[state])));

/** What an import did, as short as a list needs it. */
export function outcomeText({ estado, filas, ...written }: ListedImport): string {
  if (estado === 'importada' || estado === 'parada' || estado === 'deshecha') return writtenText(written);
  return filas > 0 ? rowCount(filas) : '';
}

export const writtenText = ({ creadas, cambiadas }: Pick<Import, 'creadas' | 'cambiadas'>): string =>
  joined([
    ...(creadas > 0 || cambiadas === 0 ? [counted(creadas, 'creada', 'creadas')] : []),
    ...(cambiadas > 0 ? [counted(cambiadas, 'cambiada', 'cambiadas')] : []),
  ]);

/** How many rows an import wrote, as a sentence. */
export function savedText(current: Pick<Import, 'creadas' | 'cambiadas'>): string {
  const written = current.creadas + current.cambiadas;
  if (written === 0) return 'No se guardó ninguna fila.';
  return `${written === 1 ? 'Se guardó' : 'Se guardaron'} ${rowCount(written)}: ${writtenText(current)}.`;
}

/** The name of a column in a spreadsheet: A, Z, AA. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}

export const columnTitle = (title: string, at: number): string => title || `Columna ${columnLetters(at)}, sin título`;

/** The titles of columns that fill nothing; one that another column has too gets its letter. */
export function unusedTitles(columns: Import['columnas'], chosen: readonly (string | null)[]): string[] {
  const isRepeated = (title: string) => title !== '' && columns.filter(({ titulo }) => titulo === title).length > 1;
  return columns.flatMap(({ titulo }, at) => {
    if (chosen[at] !== null) return [];
    return [isRepeated(titulo) ? `${titulo} (columna ${columnLetters(at)})` : columnTitle(titulo, at)];
  });
}

/** Where the data come from: `Cédula, Nombres y «Talla» para Longitud (cm)`. */
export function usedColumnsText({ columnas }: Pick<Import, 'columnas'>, labelOf: (key: string) => string): string {
  const used = columnas.flatMap(({ titulo, campo }, at) => {
    if (campo === null) return [];
    const label = labelOf(campo);
    return [foldHeader(titulo) === foldHeader(label) ? label : `«${columnTitle(titulo, at)}» para ${label}`];
  });
  return `${used.length === 1 ? 'Se usa una columna' : `Se usan ${used.length} columnas`}: ${joined(used)}.`;
}
