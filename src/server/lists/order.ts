import { asc, desc, is, SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** One column of an order, read from a row under `key`. */
export interface OrderPart {
  key: string;
  /** An expression is never empty. */
  column: PgColumn | SQL;
  descending: boolean;
}

export const NEWEST_FIRST = { field: 'fechaRegistro', descending: true } as const;

/** By the column that a query names, and by `orden`, the newest first, where it ties. */
export const sortedBy = (
  { field, descending }: { field: string; descending: boolean },
  columns: Record<string, PgColumn>,
  orden: PgColumn,
): OrderPart[] => [
  { key: field, column: columns[field] as PgColumn, descending },
  { key: 'orden', column: orden, descending: true },
];

export const orderBy = (order: OrderPart[]): SQL[] =>
  order.map(({ column, descending }) => (descending ? desc(column) : asc(column)));

/** The same order from its end. */
export const reversed = (order: OrderPart[]): OrderPart[] =>
  order.map((part) => ({ ...part, descending: !part.descending }));

const boundOf = (column: OrderPart['column'], value: unknown) =>
  is(column, SQL) ? sql`${value}` : sql.param(value, column);

/**
 * The rows after `last` in this order (nulls where PostgreSQL puts them: last ascending, first descending),
 * so that a long list can be read in short queries without holding a cursor.
 */
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
  // Says nothing new, but it is one comparison, from which an index can start.
  if (descending) return sql`(${column} <= ${bound} and ${either})`;
  return is(column, SQL) || column.notNull ? sql`(${column} >= ${bound} and ${either})` : either;
}

/** The rows up to `last`, itself among them, in an order whose columns are never empty. */
export function upTo(order: OrderPart[], last: Record<string, unknown>): SQL {
  const [first] = order;
  if (!first) return sql`false`;
  const bound = boundOf(first.column, last[first.key]);
  // Says nothing new, but an index can end at it.
  const within = first.descending ? sql`${first.column} >= ${bound}` : sql`${first.column} <= ${bound}`;
  return sql`(${within} and not ${after(order, last)})`;
}
