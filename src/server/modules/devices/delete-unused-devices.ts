import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { boveda, equipo } from '#server/db/schema.ts';

/** A tablet may stay unused for a year: until then its key still opens the vault. */
const UNSEEN_DAYS = 400;
/** A device that was told to wipe and makes no more contact has done so. */
const WIPED_DAYS = 90;

const before = (days: number) => sql`now() - make_interval(days => ${days})`;

/** Deletes devices without vaults, except those cut off as a whole, which stay cut off, and those that are being registered. */
export async function deleteEmptyDevices(db: Db, which?: SQL): Promise<void> {
  const held = db.select({ one: sql`1` }).from(boveda).where(eq(boveda.equipo, equipo._id));
  const empty = db
    .select({ id: equipo._id })
    .from(equipo)
    .where(and(isNull(equipo.cortado), notExists(held), which))
    .for('update', { skipLocked: true });
  await db.delete(equipo).where(inArray(equipo._id, empty));
}

/** Deletes unused vaults without pending operations, and the devices left empty. */
export async function deleteUnusedDevices(db: Db): Promise<void> {
  const wiped = and(isNotNull(boveda.borrado), lt(boveda.ultimoContacto, before(WIPED_DAYS)));
  const cut = sql`greatest(${boveda.ultimoContacto}, ${boveda.cortado}) < ${before(UNSEEN_DAYS)}`;
  const unseen = and(isNull(boveda.cortado), eq(boveda.pendientes, 0), lt(boveda.ultimoContacto, before(UNSEEN_DAYS)));
  await db.delete(boveda).where(or(wiped, and(isNotNull(boveda.cortado), cut), unseen));
  await deleteEmptyDevices(db);
}
