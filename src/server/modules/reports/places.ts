import { getTableColumns, type SQL } from 'drizzle-orm';
import { LOCALE } from '#domain/calendar.ts';
import { PLACES } from '#domain/reports/places.ts';
import type { mujer, nino } from '#server/db/schema.ts';
import { filterConditions } from '#server/lists/conditions.ts';

export const placeConditions = (table: typeof nino | typeof mujer, query: Record<string, unknown>): SQL[] =>
  filterConditions(getTableColumns<typeof nino | typeof mujer>(table), PLACES, query);

export const spanishCollator = new Intl.Collator(LOCALE);

/** Two cantons may share a name. */
export const cantonKey = ({ canton, provincia }: { canton: string; provincia: string }) => `${canton}\n${provincia}`;
