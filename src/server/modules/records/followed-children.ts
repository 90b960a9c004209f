import { gte, type SQL, sql } from 'drizzle-orm';
import { nino } from '#server/db/schema.ts';

const { seguimientoHasta, visto, fechaRegistro } = nino;

/** Children whose follow-up has not ended by this day. */
export const followed = (day: string): SQL => gte(seguimientoHasta, day);

/** Whose latest control, or without one the registration, lies before this day. */
export const seenBefore = (day: string): SQL =>
  sql`coalesce(${visto}, (${fechaRegistro} at time zone 'America/Guayaquil')::date) < ${day}`;
