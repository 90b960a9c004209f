import { aRecord } from '#domain/calls/filter-kinds.ts';
import { reading, type SearchRead, text } from '#web/lib/search-fields.ts';

/** Value of `historial` for the whole history, in place of a record's id. */
export const WHOLE_HISTORY = 'todo';

const historial = (value: unknown) => (value === WHOLE_HISTORY ? value : (aRecord.read(text(value)) ?? ''));

/** The search parameters of a booklet: the open section (empty: the first) and the open history. */
export const bookletSearch = reading({ seccion: text, historial });
export type BookletSearch = SearchRead<typeof bookletSearch>;
