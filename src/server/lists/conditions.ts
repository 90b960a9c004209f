import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addDays, startOfDay } from '#domain/calendar.ts';
import { UUID } from '#domain/calls/ids.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { type Fields, fieldSchema, NO_VALUE } from '#domain/fields/index.ts';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { foldText } from '#domain/text.ts';

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

/**
 * The conditions of the fields that a query compares exactly, each as it would be stored: "azuay" finds AZUAY.
 * What could not be stored finds nothing; what is absent or blank narrows nothing; {@link NO_VALUE} finds what is empty.
 */
export function filterConditions(
  fields: Fields,
  columns: Record<string, PgColumn>,
  names: readonly string[],
  query: Record<string, unknown>,
): SQL[] {
  return names.flatMap((name) => {
    const [column, field] = [columns[name], fields[name]];
    if (!query[name] || !column || !field) return [];
    if (query[name] === NO_VALUE) return [eq(column, '')];
    const stored = fieldSchema(field).safeParse(query[name]);
    return [stored.success ? eq(column, stored.data) : sql`false`];
  });
}

/** A child's status in any letter case, with or without accents; what is no status finds nothing. */
export function statusCondition(column: PgColumn, estado: unknown): SQL[] {
  if (!estado) return [];
  const status = STATUSES.find((name) => foldText(name) === foldText(String(estado)));
  return [status ? eq(column, status) : sql`false`];
}

/** Those whom this person recorded; what is no id is nobody's. */
export const recordedBy = (createdBy: PgColumn, id: string): SQL =>
  UUID.test(id) ? eq(createdBy, id.toLowerCase()) : sql`false`;
