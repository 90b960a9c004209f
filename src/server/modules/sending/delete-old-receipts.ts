import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { RETAINED_DAYS } from '#domain/calls/retained.ts';
import type { Db } from '#server/db/connect.ts';
import { receiptTable, retainedWriteTable } from '#server/db/schema.ts';
import { PROGRAM } from '#server/journal/doer.ts';
import { note } from '#server/journal/entries.ts';

/** A tablet may stay unused for a year: what it sent is kept until then. */
const EXPIRED_BEFORE = sql`now() - make_interval(days => ${RETAINED_DAYS})`;
const BATCH_SIZE = 200;

/** Deletes a batch of retained writes that were never decided, and notes it in the journal. @returns whether there may be more */
const removeUndecided = (db: Db): Promise<boolean> =>
  db.transaction(async (inside) => {
    const old = inside
      .select({ _id: retainedWriteTable._id })
      .from(retainedWriteTable)
      .where(and(isNull(retainedWriteTable.resuelta), lt(retainedWriteTable.recibida, EXPIRED_BEFORE)))
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true });
    const removed = await inside.delete(retainedWriteTable).where(inArray(retainedWriteTable._id, old)).returning();
    for (const { _id: about, persona: person, tipo, registro } of removed) {
      const after = { tipo, registro, motivo: `Nadie lo resolvió en ${RETAINED_DAYS} días` };
      await note(inside, PROGRAM, { action: 'cerrar', kind: 'envio', about, person, after });
    }
    return removed.length === BATCH_SIZE;
  });

/** Deletes old receipts, and retained writes of that age whether decided or not. */
export async function deleteOldReceipts(db: Db): Promise<void> {
  while (await removeUndecided(db));
  await db
    .delete(retainedWriteTable)
    .where(and(isNotNull(retainedWriteTable.resuelta), lt(retainedWriteTable.resuelta, EXPIRED_BEFORE)));
  const retained = db
    .select({ one: sql`1` })
    .from(retainedWriteTable)
    .where(eq(retainedWriteTable._id, receiptTable._id));
  await db.delete(receiptTable).where(and(lt(receiptTable.recibida, EXPIRED_BEFORE), notExists(retained)));
}
