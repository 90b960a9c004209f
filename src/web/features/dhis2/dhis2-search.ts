import type { MappedKind, UnitLevel } from '#domain/dhis2/mapping.ts';
import { oneOfWords, searchReader, text } from '#web/lib/search-fields.ts';

/* Written again here, because the code of addresses loads first of all. */
const LEVEL_WORDS = ['canton', 'establecimiento'] as const satisfies UnitLevel[];
const LIST_WORDS = ['elemento', 'canton', 'establecimiento'] as const satisfies MappedKind[];

/** The search parameters of /exportar/dhis2; the screen judges the period. */
export const dhis2Search = searchReader({ periodo: text, nivel: oneOfWords(LEVEL_WORDS) });

/** The search parameters of /exportar/dhis2/codigos. */
export const codesSearch = searchReader({ lista: oneOfWords(LIST_WORDS) });
