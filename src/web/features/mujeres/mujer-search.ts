import { aUser } from '#domain/calls/filter-kinds.ts';
import { known, list, place, placed, reading, text } from '#web/lib/search-fields.ts';

/** The search parameters of /lista/mujer. */
export const mujerListSearch = reading({ ...list, ...place, establecimiento: text, responsable: known(aUser) }, placed);
