import { aRecord } from '#domain/calls/filter-kinds.ts';
import { reading, type SearchRead, text } from '#web/lib/search-fields.ts';

/** Of the address: the history of the person and all her or his records, instead of one record's id. */
export const WHOLE_HISTORY = 'todo';

const historial = (value: unknown) => (value === WHOLE_HISTORY ? value : (aRecord.read(text(value)) ?? ''));

/** The address of a booklet: the open section; without one, the first. And the history that is open beside it. */
export const bookletSearch = reading({ seccion: text, historial });
export type BookletSearch = SearchRead<typeof bookletSearch>;
