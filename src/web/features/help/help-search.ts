import { list, oneOfWords, searchReader } from '#web/lib/search-fields.ts';

/** The tabs of accounts with booklets. */
export const FIELD_AUDIENCES = ['brigada', 'supervision', 'administracion'] as const;
export type FieldAudience = (typeof FIELD_AUDIENCES)[number];

export const helpSearch = searchReader({ ...list, para: oneOfWords(FIELD_AUDIENCES) });
