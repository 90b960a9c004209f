import type { RowFilter, RowState } from '#domain/calls/importing.ts';
import { oneOfWords, pageNumber, type SearchRead, searchReader, text } from '#web/lib/search-fields.ts';

/* The words are written out: addresses are parsed before the calls are loaded. */

export const FILTERED_STATES = [
  'pendiente',
  'problema',
  'parecida',
  'nueva',
  'cambia',
  'igual',
  'omitida',
  'importada',
  'conservada',
  'deshecha',
] as const satisfies readonly RowState[];
const FILTERS = [...FILTERED_STATES, 'advertida'] as const satisfies readonly RowFilter[];

/** Lists of imports have no text search. */
const noText = () => '';

/** /importar: the kind of the next import, and the page of the earlier ones. */
export const importsSearch = searchReader({ q: noText, pagina: pageNumber, tipo: text });

/** /importar/$importId: the filter and the page of its rows; `paso` opens the columns again. */
export const importSearch = searchReader({
  q: noText,
  pagina: pageNumber,
  estado: oneOfWords(FILTERS),
  paso: oneOfWords(['columnas']),
});
export type ImportSearch = SearchRead<typeof importSearch>;
