import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { cleanedText, DEFAULT_MAX_LENGTH } from '#domain/bounded.ts';
import { addDays, isCalendarDate, startOfDay } from '#domain/calendar.ts';
import { foldText } from '#domain/text.ts';

const whole = (message: string, min: number, max: number) =>
  z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .optional();

const day = (name: string) =>
  z
    .string({ error: `${name} debe ser una fecha (AAAA-MM-DD)` })
    .refine((value) => value === '' || isCalendarDate(value), `${name} debe ser una fecha (AAAA-MM-DD)`)
    .transform((value) => value || undefined)
    .optional();

const shortText = (name: string) => {
  const tooLong = `${name} no debe tener más de ${DEFAULT_MAX_LENGTH} caracteres`;
  return cleanedText({ notText: `${name} debe ser un texto`, tooLong }).optional();
};

/** Fields that are compared exactly. */
export const filterQuerySchema = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, shortText(name)])));

/**
 * The optional query of every list: paging, order, search and filters.
 * @param sortable fields by which it can be sorted, `-field` for descending
 * @param filters fields that are compared exactly
 */
export function listQuerySchema(sortable: readonly string[], filters: readonly string[] = []) {
  const sort = z
    .string({ error: 'sort debe ser un texto' })
    .transform((value, context) => {
      const descending = value.startsWith('-');
      const field = descending ? value.slice(1) : value;
      if (sortable.includes(field)) return { field, descending };
      context.addIssue({ code: 'custom', message: 'No se puede ordenar por este campo', input: value });
      return z.NEVER;
    })
    .optional();
  return z.object({
    limit: whole('limit debe ser un número entero de 1 a 1000', 1, 1000),
    offset: whole('offset debe ser un número entero desde 0', 0, 999_999_999),
    sort,
    q: shortText('q'),
    desde: day('desde'),
    hasta: day('hasta'),
    ...filterQuerySchema(filters).shape,
  });
}

export type ListQuery = Record<string, unknown> & {
  limit?: number | undefined;
  offset?: number | undefined;
  sort?: { field: string; descending: boolean } | undefined;
  q?: string | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
};

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
