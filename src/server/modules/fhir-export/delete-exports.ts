import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/connect.ts';
import { exportPartTable, exportTable } from '#server/db/schema.ts';
import { RETENTION_HOURS } from './stored-export.ts';

/** About two megabytes: other statements wait for each batch on PGlite. */
const PARTS_AT_ONCE = 40;

const ENDLESS = () => true;

/** Deletes the files of an export. @returns how many parts were deleted, or null if it could not continue */
export async function deleteParts(db: Db, id: string, mayContinue: () => boolean = ENDLESS): Promise<number | null> {
  const { exportacion, archivo, parte } = exportPartTable;
  for (let deleted = 0; ; ) {
    if (!mayContinue()) return null;
    const some = await db
      .select({ archivo, parte })
      .from(exportPartTable)
      .where(eq(exportacion, id))
      .orderBy(asc(archivo), asc(parte))
      .limit(PARTS_AT_ONCE);
    const last = some.at(-1);
    if (!last) return deleted;
    const isOfBatch = sql`(${archivo}, ${parte}) <= (${last.archivo}, ${last.parte})`;
    await db.delete(exportPartTable).where(and(eq(exportacion, id), isOfBatch));
    deleted += some.length;
  }
}

/** Deletes exports that are over, and the files of failed ones. */
export async function deleteOldExports({ db, kind }: Database, mayContinue: () => boolean = ENDLESS): Promise<void> {
  const { _id, estado, terminada } = exportTable;
  const isOld = and(
    inArray(estado, ['lista', 'fallida']),
    lt(terminada, sql`now() - make_interval(hours => ${RETENTION_HOURS})`),
  );
  const isOver = or(eq(estado, 'retirada'), isOld);
  const over = await db
    .select({ _id, isOver: sql<boolean>`${isOver}` })
    .from(exportTable)
    .where(or(isOver, eq(estado, 'fallida')));
  let deleted = 0;
  for (const one of over) {
    const parts = await deleteParts(db, one._id, mayContinue);
    if (parts === null) return;
    deleted += parts;
    if (one.isOver) await db.delete(exportTable).where(eq(_id, one._id));
  }
  // An embedded database has no autovacuum: the room of the files would never be used again.
  if (deleted > 0 && kind === 'pglite') await db.execute(sql`vacuum ${exportPartTable}`);
}
