import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Known, soughtFrom } from '#domain/likeness/likely-matches.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';

/**
 * How those are found who are probably the person described, the most alike first; null when too little is known to tell.
 * Names are compared by trigram word similarity (pg_trgm), so a misspelling or a missing second name still matches.
 */
export function likenessTo(
  definition: RecordDefinition,
  columns: Record<string, PgColumn>,
  known: Known,
): { condition: SQL | undefined; order: SQL[] } | null {
  const sought = soughtFrom(definition, known);
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
