import { recordFilter } from '#domain/calls/filter-kinds.ts';
import { type SearchRead, searchReader, text } from '#web/lib/search-fields.ts';

/** Value of `historial` for the whole history, in place of a record's id. */
export const WHOLE_HISTORY = 'todo';

const historial = (value: unknown) => (value === WHOLE_HISTORY ? value : (recordFilter.read(text(value)) ?? ''));

/** The search parameters of a booklet: the open section (empty: the first) and the open history. */
export const bookletSearch = searchReader({ seccion: text, historial });
export type BookletSearch = SearchRead<typeof bookletSearch>;
