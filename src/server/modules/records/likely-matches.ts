import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { matchCriteria, type PersonHints } from '#domain/likeness/likely-matches.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';

/** Trigram word similarity (pg_trgm) tolerates misspelled and missing names. Null if too little is known. */
export function likenessTo(
  definition: RecordDefinition,
  columns: Record<string, PgColumn>,
  description: PersonHints,
): { condition: SQL | undefined; order: SQL[] } | null {
  const sought = matchCriteria(definition, description);
  const { busqueda, orden } = columns;
  if (!sought || !busqueda || !orden) return null;
  const { names, document, together } = sought;
  const holds = ([name, value]: readonly [string, string]) => eq(columns[name] as PgColumn, value);
  return {
    condition: or(
      document ? holds(document) : undefined,
      together ? and(sql`${names} <% ${busqueda}`, or(...together.map(holds))) : undefined,
    ),
    order: [desc(sql`word_similarity(${names}, ${busqueda})`), desc(orden)],
  };
}
