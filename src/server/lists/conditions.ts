import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addDays, startOfDay } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { NO_VALUE, type Value } from '#domain/fields/index.ts';
import { searchWords } from '#domain/text.ts';

/** Every word of `q` as a pattern of what holds it; `%` and `_` are ordinary characters. */
export const searchPatterns = (q: string | undefined): string[] =>
  searchWords(q ?? '').map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/** Every word of `q` as a substring of the folded search column. */
export const searchCondition = (column: PgColumn | SQL, q: string | undefined): SQL[] =>
  searchPatterns(q).map((pattern) => sql`${column} like ${pattern}`);

/** Guayaquil days of an instant, both inclusive. */
export function dayConditions(column: PgColumn, query: ListQuery): SQL[] {
  return [
    ...(query.desde ? [sql`${column} >= ${startOfDay(query.desde)}`] : []),
    ...(query.hasta ? [sql`${column} < ${startOfDay(addDays(query.hasta, 1))}`] : []),
  ];
}

/** The conditions of the columns that a query compares exactly; what is absent narrows nothing, {@link NO_VALUE} finds what is empty. */
export function filterConditions(
  columns: Record<string, PgColumn>,
  names: readonly string[],
  query: Record<string, unknown>,
): SQL[] {
  return names.flatMap((name) => {
    const [column, value] = [columns[name], query[name] as Value | undefined];
    if (value === undefined || !column) return [];
    return [eq(column, value === NO_VALUE ? '' : value)];
  });
}
