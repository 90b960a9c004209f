import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { NO_VALUE, type Value } from '#domain/fields/index.ts';

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
