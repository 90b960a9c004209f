import { asc, desc, is, SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type OrderKey, withTieBreak } from '#domain/lists/order.ts';

export interface OrderPart {
  key: string;
  /** An expression must not be null. */
  column: PgColumn | SQL;
  descending: boolean;
}

/** The columns of an order of `domain/lists`. */
export const orderOf = <Field extends string>(
  order: readonly OrderKey<Field>[],
  columnOf: (field: Field) => PgColumn | SQL,
): OrderPart[] => order.map(({ field, descending }) => ({ key: field, column: columnOf(field), descending }));

export const sortedBy = (sort: OrderKey, columns: Record<string, PgColumn>, orden: PgColumn): OrderPart[] =>
  orderOf(withTieBreak(sort), (field) => (field === 'orden' ? orden : (columns[field] as PgColumn)));

export const orderBy = (order: OrderPart[]): SQL[] =>
  order.map(({ column, descending }) => (descending ? desc(column) : asc(column)));

export const reversed = (order: OrderPart[]): OrderPart[] =>
  order.map((part) => ({ ...part, descending: !part.descending }));

const boundOf = (column: OrderPart['column'], value: unknown) =>
  is(column, SQL) ? sql`${value}` : sql.param(value, column);

/** The rows after `last`, with nulls as PostgreSQL orders them: a long list is read in short queries without a cursor. */
export function after(order: OrderPart[], last: Record<string, unknown>): SQL {
  const [part, ...rest] = order;
  if (!part) return sql`false`;
  const { column, descending } = part;
  const value = last[part.key];
  const bound = boundOf(column, value);
  const next = rest.length > 0 ? after(rest, last) : sql`false`;
  if (value === null || value === undefined) {
    const beyond = descending ? sql`${column} is not null` : sql`false`;
    return sql`(${beyond} or (${column} is null and ${next}))`;
  }
  const beyond = descending ? sql`${column} < ${bound}` : sql`(${column} > ${bound} or ${column} is null)`;
  const either = sql`(${beyond} or (${column} = ${bound} and ${next}))`;
  // Redundant, but a single comparison from which an index can start.
  if (descending) return sql`(${column} <= ${bound} and ${either})`;
  return is(column, SQL) || column.notNull ? sql`(${column} >= ${bound} and ${either})` : either;
}

/** The rows up to and with `last`; no column of the order may be null. */
export function upTo(order: OrderPart[], last: Record<string, unknown>): SQL {
  const [first] = order;
  if (!first) return sql`false`;
  const bound = boundOf(first.column, last[first.key]);
  // Redundant, but an index can end at it.
  const within = first.descending ? sql`${first.column} >= ${bound}` : sql`${first.column} <= ${bound}`;
  return sql`(${within} and not ${after(order, last)})`;
}
