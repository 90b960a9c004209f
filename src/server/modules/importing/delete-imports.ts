import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import { UNDO_DAYS, WORKING } from '#domain/calls/importing.ts';
import type { Db } from '#server/db/connect.ts';
import { importPartTable, importRowTable, importTable } from '#server/db/schema.ts';

/** Few, since other statements wait for each batch on PGlite. */
const DELETED_AT_ONCE = 2_000;

const ENDLESS = () => true;

/** Deletes the rows and the file of an import. @returns false if it could not continue */
export async function deleteContent(db: Db, id: string, mayContinue: () => boolean = ENDLESS): Promise<boolean> {
  const some = db
    .select({ fila: importRowTable.fila })
    .from(importRowTable)
    .where(eq(importRowTable.importacion, id))
    .limit(DELETED_AT_ONCE);
  for (let isLast = false; !isLast; ) {
    if (!mayContinue()) return false;
    const deleted = await db
      .delete(importRowTable)
      .where(and(eq(importRowTable.importacion, id), inArray(importRowTable.fila, some)))
      .returning({ fila: importRowTable.fila });
    isLast = deleted.length < DELETED_AT_ONCE;
  }
  await db.delete(importPartTable).where(eq(importPartTable.importacion, id));
  return true;
}

/** Deletes what imports no longer need: all after the days of undoing, the content of failed ones after an hour. */
export async function deleteOldImports(db: Db, mayContinue: () => boolean = ENDLESS): Promise<void> {
  const old = sql`coalesce(${importTable.terminada}, ${importTable.creada}) < now() - make_interval(days => ${UNDO_DAYS})`;
  const isOver = and(notInArray(importTable.estado, [...WORKING]), old);
  // A file that is just arriving counts as failed.
  const hasFailed = and(eq(importTable.estado, 'fallida'), sql`${importTable.creada} < now() - interval '1 hour'`);
  const imports = await db
    .select({ _id: importTable._id, isOver: sql<boolean>`${isOver}` })
    .from(importTable)
    .where(or(isOver, hasFailed));
  for (const { _id, isOver: over } of imports) {
    if (!(await deleteContent(db, _id, mayContinue))) return;
    if (!over) continue;
    await db.delete(importTable).where(and(eq(importTable._id, _id), sql`${importTable.escrita} is null`));
    // The examples of its columns are data of persons.
    await db
      .update(importTable)
      .set({ ejemplos: [], distintos: [] })
      .where(and(eq(importTable._id, _id), sql`${importTable.ejemplos} <> '[]'`));
  }
}
