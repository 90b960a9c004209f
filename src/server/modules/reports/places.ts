import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { RECORDS } from '#domain/records/index.ts';
import { PLACES } from '#domain/reports/places.ts';
import { filterConditions } from '../filters.ts';

/** The conditions of a report's filters on women or children, both declared with the same fields; none when it has none. */
export const placeConditions = (columns: Record<string, PgColumn>, query: Record<string, unknown>): SQL[] =>
  filterConditions(RECORDS.nino.fields, columns, PLACES, query);

/** Two cantons may share a name. */
export const cantonKey = ({ canton, provincia }: { canton: string; provincia: string }) => `${canton}\n${provincia}`;
