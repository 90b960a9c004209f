import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addDays, startOfDay } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { foldText } from '#domain/text.ts';

export type { ListQuery };

/** Every word of `q` as a substring of the folded search column; `%` and `_` are ordinary characters. */
export function searchCondition(column: PgColumn, q: string | undefined): SQL[] {
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

/** One column of an order, read from a row under `key`. */
export interface OrderPart {
  key: string;
  column: PgColumn;
  descending: boolean;
}

export const orderBy = (order: OrderPart[]): SQL[] =>
  order.map(({ column, descending }) => (descending ? desc(column) : asc(column)));

/**
 * The rows after `last` in this order (nulls where PostgreSQL puts them: last ascending, first descending),
 * so that a long list can be read in short queries without holding a cursor.
 */
export function after(order: OrderPart[], last: Record<string, unknown>): SQL {
  const [part, ...rest] = order;
  if (!part) return sql`false`;
  const { column, descending } = part;
  const value = last[part.key];
  const bound = sql.param(value, column);
  const next = rest.length > 0 ? after(rest, last) : sql`false`;
  if (value === null || value === undefined) {
    const beyond = descending ? sql`${column} is not null` : sql`false`;
    return sql`(${beyond} or (${column} is null and ${next}))`;
  }
  const beyond = descending ? sql`${column} < ${bound}` : sql`(${column} > ${bound} or ${column} is null)`;
  const either = sql`(${beyond} or (${column} = ${bound} and ${next}))`;
  // Says nothing new, but it is one comparison, from which an index can start.
  if (descending) return sql`(${column} <= ${bound} and ${either})`;
  return column.notNull ? sql`(${column} >= ${bound} and ${either})` : either;
}
