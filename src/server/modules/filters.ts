import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Fields, fieldSchema } from '#domain/fields/index.ts';

/**
 * The conditions of the fields that a query compares exactly, each as it would be stored: "azuay" finds AZUAY.
 * What could not be stored finds nothing; what is absent or blank narrows nothing.
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
    const stored = fieldSchema(field).safeParse(query[name]);
    return [stored.success ? eq(column, stored.data) : sql`false`];
  });
}
