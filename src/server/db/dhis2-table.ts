import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** The codes in DHIS2 that an administrator entered: of figures by their key, of cantons by INEC's code, of establishments by their folded name. */
export const dhis2Code = pgTable(
  'dhis2_codigo',
  { tipo: text('tipo').notNull(), clave: text('clave').notNull(), codigo: text('codigo').notNull() },
  ({ tipo, clave, codigo }) => [
    primaryKey({ columns: [tipo, clave] }),
    // Two places with one code would overwrite each other's values.
    uniqueIndex('dhis2_codigo_unico').on(tipo, codigo),
    check(
      'dhis2_codigo_largo',
      sql`char_length(${codigo}) between 1 and 50 and char_length(${clave}) between 1 and 400`,
    ),
  ],
);
