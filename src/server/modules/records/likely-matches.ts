import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isCalendarDate } from '#domain/calendar.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { foldText } from '#domain/text.ts';

/** What a form already knows of the person it is about to create; every part may be missing. */
export type Likeness = Record<string, string | undefined>;

/**
 * The condition under which a row is probably the same person, or null when too little is known to tell.
 * Names are compared by trigram word similarity (pg_trgm), so a misspelling or a missing second name still matches.
 */
export function likenessCondition(
  definition: RecordDefinition,
  columns: Record<string, PgColumn>,
  known: Likeness,
): SQL | null {
  const { likeness } = definition;
  if (!likeness || !columns.busqueda) return null;
  const usable = (name: string) => definition.fields[name]?.kind !== 'date' || isCalendarDate(known[name] ?? '');
  const equal = (name: string) => (known[name] && usable(name) ? [eq(columns[name] as PgColumn, known[name])] : []);
  const names = foldText(likeness.names.map((name) => known[name] ?? '').join(' '));
  const complete = likeness.names.every((name) => known[name]);
  const sameTogether = likeness.together.flatMap(equal);
  const byName =
    complete && (likeness.together.length === 0 || sameTogether.length > 0)
      ? [and(sql`${names} <% ${columns.busqueda}`, sameTogether.length > 0 ? or(...sameTogether) : undefined)]
      : [];
  const either = [...equal(likeness.document), ...byName];
  return either.length > 0 ? (or(...either) ?? null) : null;
}

/** The most alike first. */
export function likenessOrder(definition: RecordDefinition, columns: Record<string, PgColumn>, known: Likeness): SQL[] {
  const names = foldText((definition.likeness?.names ?? []).map((name) => known[name] ?? '').join(' '));
  return [desc(sql`word_similarity(${names}, ${columns.busqueda})`)];
}
