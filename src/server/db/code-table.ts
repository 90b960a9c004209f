import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** The code on a printed booklet, made when it is first needed. It stays when the person is deleted, so that the paper is valid again after a restoration. */
export const bookletCode = pgTable(
  'codigo',
  {
    persona: uuid('persona').primaryKey(),
    tipo: text('tipo').notNull(),
    codigo: text('codigo').notNull(),
  },
  ({ codigo }) => [uniqueIndex('codigo_codigo').on(codigo)],
);
