import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { RECORDS } from '#domain/records/index.ts';
import { filterConditions } from '../filters.ts';

/** Where a woman or child lives and is attended: the filters of every report. Both are declared with the same fields. */
export const PLACES = ['provincia', 'canton', 'establecimiento'] as const;

/** The conditions of a report's filters on women or children; none when it has none. */
export const placeConditions = (columns: Record<string, PgColumn>, query: Record<string, unknown>): SQL[] =>
  filterConditions(RECORDS.nino.fields, columns, PLACES, query);
