import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Db } from './database.ts';
import { exportTable } from './export-tables.ts';

/** Exports that wait for a process or are worked on. */
export const isQueued: SQL = eq(exportTable.estado, 'exportando');

/** Exports are created, claimed and withdrawn one after another. */
export const LOCK_EXPORTS = sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.exports})`;

/**
 * Takes the files of all exports back, in the transaction that erases a person: they may hold her or him. Exports in progress begin again,
 * with a snapshot of after the transaction.
 */
export async function withdrawExports(inside: Db): Promise<void> {
  // Until the end of the transaction no process can claim an export and take a snapshot that still has the person.
  await inside.execute(LOCK_EXPORTS);
  await inside
    .update(exportTable)
    .set({
      estado: sql`case when ${exportTable.estado} = 'lista' then 'retirada' else ${exportTable.estado} end`,
      ...{ proceso: null, tomada: null, intentos: 0 },
    })
    .where(inArray(exportTable.estado, ['exportando', 'lista']));
}
