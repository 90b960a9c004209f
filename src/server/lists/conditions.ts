import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addDays, startOfDay } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { NO_VALUE, type Value } from '#domain/fields/index.ts';
import { foldText } from '#domain/text.ts';

/** Every word of `q` as a substring of the folded search column; `%` and `_` are ordinary characters. */
export function searchCondition(column: PgColumn | SQL, q: string | undefined): SQL[] {
  const words = foldText(q ?? '')
    .split(' ')
    .filter(Boolean);
  return words.map((word) => sql`${column} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`);
}

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
