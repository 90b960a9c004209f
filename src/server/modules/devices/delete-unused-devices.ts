import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { deviceTable, vaultTable } from '#server/db/schema.ts';

/** A tablet may stay unused for a year: until then its key still opens the vault. */
const UNSEEN_DAYS = 400;
/** A device that was told to wipe and makes no more contact has done so. */
const WIPED_DAYS = 90;

const before = (days: number) => sql`now() - make_interval(days => ${days})`;

/** Deletes devices without vaults, except those cut off as a whole, which stay cut off, and those that are being registered. */
export async function deleteEmptyDevices(db: Db, which?: SQL): Promise<void> {
  const held = db.select({ one: sql`1` }).from(vaultTable).where(eq(vaultTable.equipo, deviceTable._id));
  const empty = db
    .select({ id: deviceTable._id })
    .from(deviceTable)
    .where(and(isNull(deviceTable.cortado), notExists(held), which))
    .for('update', { skipLocked: true });
  await db.delete(deviceTable).where(inArray(deviceTable._id, empty));
}

/** Deletes unused vaults without pending operations, and the devices left empty. */
export async function deleteUnusedDevices(db: Db): Promise<void> {
  const wiped = and(isNotNull(vaultTable.borrado), lt(vaultTable.ultimoContacto, before(WIPED_DAYS)));
  const cut = sql`greatest(${vaultTable.ultimoContacto}, ${vaultTable.cortado}) < ${before(UNSEEN_DAYS)}`;
  const unseen = and(
    isNull(vaultTable.cortado),
    eq(vaultTable.pendientes, 0),
    lt(vaultTable.ultimoContacto, before(UNSEEN_DAYS)),
  );
  await db.delete(vaultTable).where(or(wiped, and(isNotNull(vaultTable.cortado), cut), unseen));
  await deleteEmptyDevices(db);
}
