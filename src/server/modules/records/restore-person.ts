import { and, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '#domain/errors.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { violatedUniqueIndex } from '#server/base/db-errors.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { journal } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';
import { lockPersonId } from './person-lock.ts';
import { recordTransaction } from './record-transaction.ts';
import { refreshChild } from './refresh-children.ts';
import { recordTypesOf } from './row-json.ts';

export type KeptRows = Record<string, Record<string, unknown>[]>;

/** The newest deletion of a person, if its content was not erased. */
export async function latestDeletion(db: Db, id: string) {
  const [entry] = await db
    .select({ seq: journal.seq, kind: journal.kind, before: journal.before, kept: journal.kept })
    .from(journal)
    .where(and(eq(journal.person, id), eq(journal.about, id), eq(journal.action, 'eliminar'), isNotNull(journal.kept)))
    .orderBy(desc(journal.seq))
    .limit(1);
  return entry && { ...entry, kind: entry.kind as PersonKind, kept: entry.kept as KeptRows };
}

async function putBack(db: Db, { key }: RecordDefinition, seq: number, rows: readonly Record<string, unknown>[]) {
  const [first] = rows;
  if (!first) return;
  const table = recordTable(key);
  const { actualizado, ...rest } = getTableColumns(table) as Record<string, PgColumn>;
  const columns = Object.values(rest).flatMap(({ name }): [SQL, SQL][] =>
    name in first ? [[sql`${sql.identifier(name)}`, sql`one.${sql.identifier(name)}`]] : [],
  );
  // Other systems learn of the restored person as of an edited one.
  if (actualizado) columns.push([sql`${sql.identifier(actualizado.name)}`, sql`clock_timestamp()`]);
  const kept = sql`jsonb_populate_recordset(null::${table}, ${journal.kept} -> ${key})`;
  const listed = (at: 0 | 1) =>
    sql.join(
      columns.map((pair) => pair[at]),
      sql`, `,
    );
  await db.execute(sql`insert into ${table} (${listed(0)}) overriding system value
    select ${listed(1)} from ${journal}, ${kept} as one where ${journal.seq} = ${seq}`);
}

/** @throws AppError notFound if there is no deleted person with this id; conflict if another person has the cedula now */
export async function restoreBooklet(db: Db, actor: Actor, id: string): Promise<{ kind: PersonKind; records: number }> {
  const kind = (await latestDeletion(db, id))?.kind;
  if (!kind) throw new AppError('notFound');
  const definition = RECORDS[kind];
  const owned = recordTypesOf(kind);
  try {
    return await recordTransaction(
      db,
      definition,
    )(async (inside) => {
      await inside.execute(lockPersonId(id));
      // The person may have been erased, or restored and deleted again, since the first look.
      const deletion = await latestDeletion(inside, id);
      if (!deletion) throw new AppError('notFound');
      const { seq, before, kept } = deletion;
      for (const record of [definition as RecordDefinition, ...owned])
        await putBack(inside, record, seq, kept[record.key] ?? []);
      // The summary depends on the day.
      if (kind === 'nino') await refreshChild(inside, id);
      const after = before as Record<string, unknown>;
      await note(inside, actor, { action: 'restaurar', kind, about: id, person: id, after, undoes: seq });
      return { kind, records: owned.reduce((sum, { key }) => sum + (kept[key]?.length ?? 0), 0) };
    });
  } catch (error) {
    // Another request restored the person a moment ago.
    if (violatedUniqueIndex(error) === `${kind}_pkey`) throw new AppError('notFound');
    throw error;
  }
}
