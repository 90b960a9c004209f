import { and, arrayContains, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { AppError } from '#domain/errors.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { withdrawExports } from '#server/db/export-queue.ts';
import { entering } from '#server/db/import-queue.ts';
import { recordTable } from '#server/db/record-tables.ts';
import {
  bookletCode,
  importRowTable,
  importTable,
  journal,
  receiptTable,
  retainedWriteTable,
  traspaso,
  writeReceipt,
} from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';
import { personKindOfRecord } from './operations.ts';
import { lockPersonId } from './person-lock.ts';
import { recordTypesOf } from './row-json.ts';

const NOT_ERASED = and(isNotNull(journal.salt), ne(journal.action, 'borrar'));

/** The kind of a person of whom there is a retained write alone: she or he was never registered. */
async function kindOfRetained(db: Db, id: string): Promise<PersonKind | undefined> {
  const [sent] = await db
    .select({ tipo: retainedWriteTable.tipo })
    .from(retainedWriteTable)
    .where(and(eq(retainedWriteTable.persona, id), isNotNull(retainedWriteTable.contenido)))
    .limit(1);
  const definition = RECORD_LIST.find(({ key }) => key === sent?.tipo);
  return definition && personKindOfRecord(definition);
}

/** The kind of an existing, deleted or never registered person. @param erasable only while there is something to erase */
export async function kindOfPerson(db: Db, id: string, erasable = false): Promise<PersonKind | undefined> {
  const existing = (kind: PersonKind) =>
    db
      .select({ kind: sql<PersonKind>`${kind}::text` })
      .from(recordTable(kind))
      .where(eq(recordTable(kind)._id, id));
  const journaled = db
    .select({ kind: sql<PersonKind>`${journal.kind}` })
    .from(journal)
    .where(
      and(
        eq(journal.person, id),
        eq(journal.about, id),
        inArray(journal.kind, PERSON_KINDS),
        erasable ? NOT_ERASED : undefined,
      ),
    )
    .limit(1);
  const [row] = await unionAll(existing('mujer'), existing('nino'), journaled);
  return row?.kind ?? kindOfRetained(db, id);
}

/** Imports of earlier versions kept more than the letters that explain an M. */
const LETTERS_ONLY = sql`(select coalesce(jsonb_agg(of_column.kept order by of_column.at), '[]')
  from (select at, (select coalesce(jsonb_agg(letter), '[]') from jsonb_array_elements(texts) as letter
    where letter in ('"h"', '"f"')) as kept from jsonb_array_elements(${importTable.distintos}) with ordinality as t(texts, at)) as of_column)`;

/** Rows of imports hold what was sent about the person, and about persons that rows resemble. */
async function eraseImportedRows(inside: Db, id: string): Promise<void> {
  const resembles = sql`${importRowTable.detalle}->'semejantes' @> ${JSON.stringify([id])}::jsonb`;
  // An omitted row that resembles the person is most likely about her or him.
  const isOmitted = and(eq(importRowTable.estado, 'omitida'), resembles);
  const deleted = await inside
    .delete(importRowTable)
    .where(or(eq(importRowTable.persona, id), isOmitted))
    .returning({ importacion: importRowTable.importacion });
  const rows = await inside
    .update(importRowTable)
    .set({
      detalle: sql`${importRowTable.detalle} - 'parecidas' - 'semejantes'`,
      vuelta: sql`case when ${importRowTable.estado} = 'parecida' then 0 else ${importRowTable.vuelta} end`,
    })
    .where(resembles)
    .returning({ importacion: importRowTable.importacion, vuelta: importRowTable.vuelta });
  const touched = [...new Set([...deleted, ...rows].map(({ importacion }) => importacion))];
  // Examples of columns may be about the person.
  if (touched.length > 0)
    await inside
      .update(importTable)
      .set({ ejemplos: [], distintos: LETTERS_ONLY })
      .where(inArray(importTable._id, touched));
  // Rows that nobody has decided yet are rehearsed without the person.
  const imports = [...new Set(rows.flatMap(({ importacion, vuelta }) => (vuelta === 0 ? [importacion] : [])))];
  const waiting = and(
    inArray(importTable._id, imports),
    inArray(importTable.estado, ['ensayada', 'importada', 'parada']),
  );
  const porHacer = sql`(select count(*) from ${importRowTable} where ${importRowTable.importacion} = ${importTable._id}
    and ${importRowTable.vuelta} < ${importTable.vuelta})`;
  if (imports.length > 0)
    await inside
      .update(importTable)
      .set({ ...entering('ensayando'), porHacer })
      .where(waiting);
}

/** The fact, time and actor of the erasure stay, and the hashes. @throws AppError notFound if the id is unknown or erased already */
export async function eraseBooklet(db: Db, actor: Actor, id: string, reason: string): Promise<PersonKind> {
  return db.transaction(async (inside) => {
    await inside.execute(lockPersonId(id));
    for (const kind of PERSON_KINDS)
      await inside
        .select({ id: recordTable(kind)._id })
        .from(recordTable(kind))
        .where(eq(recordTable(kind)._id, id))
        .for('update');
    const kind = await kindOfPerson(inside, id, true);
    if (!kind) throw new AppError('notFound');
    // Deleted records are only in the journal, and records older than the journal only in their tables.
    const noted = inside.select({ id: journal.about }).from(journal).where(eq(journal.person, id));
    const existing = recordTypesOf(kind).map(({ key }) => {
      const { _id, parentId } = recordTable(key);
      return inside.select({ id: _id }).from(recordTable(key)).where(eq(parentId, id));
    });
    const under = (column: PgColumn) => [eq(column, id), ...[noted, ...existing].map((ids) => inArray(column, ids))];
    // The id of a person who was never registered is free: it is taken, so that no device registers her or him later.
    const claim = { _id: id, usuario: actor.id, huella: '', recibida: null };
    await inside.insert(receiptTable).values(claim).onConflictDoNothing();
    // The ids stay taken; the hashes go, because the content could be guessed from them.
    await inside
      .update(receiptTable)
      .set({ huella: '' })
      .where(or(eq(receiptTable.persona, id), ...under(receiptTable._id)));
    await inside
      .update(writeReceipt)
      .set({ contentHash: '' })
      .where(or(...under(writeReceipt._id)));
    const retained = eq(retainedWriteTable.persona, id);
    const open = and(retained, isNull(retainedWriteTable.resuelta));
    await inside.update(retainedWriteTable).set({ contenido: null, razon: null }).where(retained);
    await inside
      .update(retainedWriteTable)
      .set({ resuelta: sql`now()`, resueltaPor: actor.id, resultado: 'borrado' })
      .where(open);
    await inside.delete(recordTable(kind)).where(eq(recordTable(kind)._id, id));
    await inside.delete(bookletCode).where(eq(bookletCode.persona, id));
    await eraseImportedRows(inside, id);
    await withdrawExports(inside);
    // The reason of a hand-over may describe the person.
    await inside
      .update(traspaso)
      .set({ personas: sql`array_remove(${traspaso.personas}, ${id}::uuid)`, motivo: '' })
      .where(arrayContains(traspaso.personas, [id]));
    await inside.execute(sql`select journal_erase(${id}::uuid)`);
    await note(inside, actor, { action: 'borrar', kind, about: id, person: id, after: { motivo: reason } });
    return kind;
  });
}
