import { and, arrayContains, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { AppError } from '#domain/errors.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { envioRetenido, journal, operacion, traspaso, writeReceipt } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';
import { recordsOf } from './kept-rows.ts';

/** Of whom more is left than that she or he was erased. */
const NOT_ERASED = and(isNotNull(journal.salt), ne(journal.action, 'borrar'));

/** Whose id it is: of somebody who is there, or of whom the journal knows; @param left only as long as there is something to erase */
export async function kindOfPerson(db: Db, id: string, left = false): Promise<PersonKind | undefined> {
  const there = (kind: PersonKind) =>
    db
      .select({ kind: sql<PersonKind>`${kind}::text` })
      .from(recordTable(kind))
      .where(eq(recordTable(kind)._id, id));
  const known = db
    .select({ kind: sql<PersonKind>`${journal.kind}` })
    .from(journal)
    .where(
      and(
        eq(journal.person, id),
        eq(journal.about, id),
        inArray(journal.kind, PERSON_KINDS),
        left ? NOT_ERASED : undefined,
      ),
    )
    .limit(1);
  const [found] = await unionAll(there('mujer'), there('nino'), known);
  return found?.kind;
}

/**
 * Erases a woman or child for good: the person, the records, and all that the journal held of them. That it happened, when and by
 * whom stays, and so do the hashes of what was erased.
 * @throws AppError notFound when nobody has or had this id, or was erased before
 */
export async function erasePerson(db: Db, actor: Actor, id: string, reason: string): Promise<PersonKind> {
  return db.transaction(async (inside) => {
    // Of whoever was deleted there is no row to lock: of two who erase her at once only one does.
    await inside.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
    for (const kind of PERSON_KINDS)
      await inside
        .select({ id: recordTable(kind)._id })
        .from(recordTable(kind))
        .where(eq(recordTable(kind)._id, id))
        .for('update');
    const kind = await kindOfPerson(inside, id, true);
    if (!kind) throw new AppError('notFound');
    // Deleted records are known to the journal alone, and to it nothing that was there before it was.
    const noted = inside.select({ id: journal.about }).from(journal).where(eq(journal.person, id));
    const there = recordsOf(kind).map(({ key }) => {
      const { _id, parentId } = recordTable(key);
      return inside.select({ id: _id }).from(recordTable(key)).where(eq(parentId, id));
    });
    const under = (column: PgColumn) => [eq(column, id), ...[noted, ...there].map((ids) => inArray(column, ids))];
    // The ids stay taken; what was sent under them is not to be guessed from its hash.
    await inside
      .update(operacion)
      .set({ huella: '' })
      .where(or(eq(operacion.persona, id), ...under(operacion._id)));
    await inside
      .update(writeReceipt)
      .set({ contentHash: '' })
      .where(or(...under(writeReceipt._id)));
    const retained = eq(envioRetenido.persona, id);
    const open = and(retained, isNull(envioRetenido.resuelta));
    await inside.update(envioRetenido).set({ contenido: null, razon: null }).where(retained);
    await inside
      .update(envioRetenido)
      .set({ resuelta: sql`now()`, resueltaPor: actor.id, resultado: 'borrado' })
      .where(open);
    await inside.delete(recordTable(kind)).where(eq(recordTable(kind)._id, id));
    // Why she was handed over may speak of her.
    await inside
      .update(traspaso)
      .set({ personas: sql`array_remove(${traspaso.personas}, ${id}::uuid)`, motivo: '' })
      .where(arrayContains(traspaso.personas, [id]));
    await inside.execute(sql`select journal_erase(${id}::uuid)`);
    await note(inside, actor, { action: 'borrar', kind, about: id, person: id, after: { motivo: reason } });
    return kind;
  });
}
