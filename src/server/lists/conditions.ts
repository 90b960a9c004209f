import { eq, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { equalConditions, type FieldCondition, registrationSpan } from '#domain/lists/conditions.ts';
import { searchWords } from '#domain/text.ts';
import { hasOtherCharacters } from '#server/db/statement-parts.ts';

export type Columns = Readonly<Record<string, PgColumn>>;

/** `%` and `_` of the text are ordinary characters. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A pattern for each word of `q`. */
export const searchPatterns = (q: string | undefined): string[] => searchWords(q ?? '').map(patternOf);

export const containing = (column: PgColumn, text: string): SQL => sql`${column} like ${patternOf(text)}`;

export const searchCondition = (column: PgColumn | SQL, q: string | undefined): SQL[] =>
  searchPatterns(q).map((pattern) => sql`${column} like ${pattern}`);

/** A word with fewer letters or digits in a row has no trigram, so that no index finds it. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Each number of words is a statement of its own, which every connection keeps. */
const MOST_WORDS = 3;

/** Whether the trigram index finds every word of a search, so that one plan serves all such searches. @param patterns of {@link searchPatterns} */
export const isIndexedSearch = (patterns: readonly string[]): boolean =>
  patterns.length > 0 && patterns.length <= MOST_WORDS && patterns.every((pattern) => INDEXED.test(pattern));

/** A word of two letters or digits. */
const PAIR = /^%([a-z0-9]{2})%$/;

export const isPair = (pattern: string): boolean => PAIR.test(pattern);

/** Whether the trigram index finds every word of a search if {@link pairCondition} stands for the pairs. @param patterns of {@link searchPatterns} */
export const isIndexedSearchOfPairs = (patterns: readonly string[]): boolean =>
  patterns.length <= MOST_WORDS &&
  patterns.some(isPair) &&
  patterns.every((pattern) => isPair(pattern) || INDEXED.test(pattern));

/** Whether rows that contain it have characters for which an index of their own stands. */
export const isOfOtherCharacters = (pattern: string): boolean => /[^ -~]/.test(pattern);

const pairPlaceholders = (at: number | string) => ({ before: `before${at}`, atEnd: `end${at}` });

/** The values of {@link pairCondition}, beside the pattern. @param pattern a {@link isPair} */
export function pairValues(pattern: string, at: number | string): Record<string, string> {
  const [, pair = ''] = PAIR.exec(pattern) ?? [];
  const { before, atEnd } = pairPlaceholders(at);
  return { [before]: `${pair}[ -~]`, [atEnd]: `%${pair}` };
}

/** Where the trigram index finds a pair: with the character after it, or at the end. @param at the number of the word */
export function pairCondition(column: PgColumn, at: number | string): SQL | undefined {
  const { before, atEnd } = pairPlaceholders(at);
  return or(
    sql`${column} ~ ${sql.placeholder(before)}`,
    sql`${column} like ${sql.placeholder(atEnd)}`,
    hasOtherCharacters(column),
  );
}

export const withinSpan = (column: PgColumn, { from, before }: ReturnType<typeof registrationSpan>): SQL[] => [
  ...(from ? [sql`${column} >= ${from}`] : []),
  ...(before ? [sql`${column} < ${before}`] : []),
];

export const dayConditions = (column: PgColumn, query: ListQuery): SQL[] => withinSpan(column, registrationSpan(query));

const COMPARED = { less: lt, atMost: lte, atLeast: gte } as const;

/** @throws Error if there is no such column */
export function columnOf(columns: Columns, name: string): PgColumn {
  const column = columns[name];
  if (!column) throw new Error(`No column is called ${name}`);
  return column;
}

export function fieldCondition(columns: Columns, condition: FieldCondition): SQL {
  const column = columnOf(columns, condition.field);
  switch (condition.is) {
    case 'equal':
      return eq(column, condition.to);
    case 'empty':
      return isNull(column);
    case 'filled':
      return isNotNull(column);
    default:
      return COMPARED[condition.is](column, condition.than);
  }
}

export const filterConditions = (columns: Columns, names: readonly string[], query: Record<string, unknown>): SQL[] =>
  equalConditions(names, query).flatMap((one) => (columns[one.field] ? [fieldCondition(columns, one)] : []));
