import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { hasOtherCharacters } from './statement-parts.ts';

/** The text by which women and children are found, in one table, so that one statement finds both and a saved control changes none of its indexes. Maintained by triggers. */
export const personSearch = pgTable(
  'person_search',
  {
    _id: uuid('_id').primaryKey(),
    tipo: text('tipo').notNull(),
    custodio: uuid('custodio').notNull(),
    fechaRegistro: timestamp('fecha_registro', { withTimezone: true, precision: 3 }).notNull(),
    orden: bigint('orden', { mode: 'number' }).notNull(),
    /** `searchedText` of the domain. */
    words: text('words').notNull(),
    keys: text('keys').array().notNull(),
  },
  ({ custodio, fechaRegistro, orden, words, keys }) => [
    index('person_search_newest').on(fechaRegistro.desc().nullsFirst(), orden.desc().nullsFirst()),
    index('person_search_custodian').on(custodio, fechaRegistro.desc().nullsFirst(), orden.desc().nullsFirst()),
    // For the few texts with characters that no trigram of a pair covers.
    index('person_search_others').on(orden).where(hasOtherCharacters(words)),
    index('person_search_words').using('gin', words.op('gin_trgm_ops'), keys),
  ],
);
