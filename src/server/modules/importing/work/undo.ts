import { and, eq, exists, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { importRowTable } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';
import { definitionOf, type StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { recordTypesOf } from '#server/modules/records/row-json.ts';
import { type RecordWrite, writeMany } from '#server/modules/records/write-many.ts';
import { importActor, importedFrom } from './perform.ts';
import { storeRows } from './rows.ts';
import { proceed, progress } from './turn.ts';
import type { Work } from './work.ts';

const ROW = {
  fila: importRowTable.fila,
  accion: importRowTable.accion,
  persona: importRowTable.persona,
  registro: importRowTable.registro,
  version: importRowTable.version,
  antes: importRowTable.antes,
};
type Written = {
  fila: number;
  accion: 'crear' | 'editar' | null;
  persona: string | null;
  registro: string | null;
  version: number | null;
  antes: Values | null;
};

const GONE = 'Ya no existe: alguien lo eliminó después de importarlo';
const TOUCHED = 'Alguien lo cambió después de importarlo: se queda como está';
const HAS_RECORDS = 'Su libreta tiene registros o cambió de responsable después de importarla: se queda como está';

interface Present {
  readonly _id: string;
  readonly version: number;
  readonly values: Values;
}

/** What the rows wrote, as it is now; the persons are locked. */
async function presentOf(
  inside: Db,
  definition: RecordDefinition,
  rows: readonly Written[],
): Promise<Map<string, Present>> {
  const owner = recordTable(definition.parent?.record ?? definition.key);
  const people = rows.flatMap(({ persona }) => persona ?? []);
  await inside
    .select({ _id: owner._id })
    .from(owner)
    .where(inArray(owner._id, people))
    .orderBy(owner._id)
    .for('update');
  const table = recordTable(definition.key);
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const values = Object.fromEntries(definition.fieldNames.map((name) => [name, columns[name] as PgColumn]));
  const rowsNow = await inside
    .select({ _id: table._id, version: table.version, values })
    .from(table)
    .where(
      inArray(
        table._id,
        rows.flatMap(({ registro }) => registro ?? []),
      ),
    );
  return new Map(rowsNow.map((one) => [one._id, { ...one, values: one.values as Values }]));
}

/** Persons that have records now, or another custodian. */
async function usedPeople(inside: Db, definition: RecordDefinition, ids: readonly string[]): Promise<Set<string>> {
  if (definition.parent || ids.length === 0) return new Set();
  const table = recordTable(definition.key);
  const withRecords = recordTypesOf(definition.key).map(({ key }) => {
    const { parentId } = recordTable(key);
    return exists(inside.select({ one: sql`1` }).from(recordTable(key)).where(eq(parentId, table._id)));
  });
  const rows = await inside
    .select({ _id: table._id })
    .from(table)
    .where(and(inArray(table._id, [...ids]), or(sql`${table.custodio} is not null`, ...withRecords)));
  return new Set(rows.map(({ _id }) => _id));
}

async function undoRows(inside: Db, work: Work, stored: StoredImport, rows: readonly Written[]): Promise<void> {
  const definition = definitionOf(stored);
  const actor = importActor(stored);
  const repository = work.repositoryOf(definition.key);
  const present = await presentOf(inside, definition, rows);
  const created = rows.flatMap(({ accion, registro }) => (accion === 'crear' && registro ? [registro] : []));
  const used = await usedPeople(inside, definition, created);
  const outcomes: { fila: number; nota: string | null }[] = [];
  const edits: RecordWrite[] = [];
  for (const { fila, accion, registro, persona, version, antes } of rows) {
    const now = present.get(registro ?? '');
    const noted = importedFrom(stored, fila);
    const why = !now ? GONE : now.version !== version ? TOUCHED : used.has(now._id) ? HAS_RECORDS : null;
    outcomes.push({ fila, nota: why });
    if (!now || why !== null) continue;
    if (accion === 'crear') await repository.remove(actor, now._id, { inside, noted });
    else if (antes && definition.parent)
      edits.push({
        ...{ id: now._id, personId: persona ?? '', values: antes, before: now.values, createdBy: actor.id },
        ...{ warned: false, noted },
      });
    else if (antes) await repository.replace(actor, now._id, antes, now.version, { inside, noted });
  }
  await writeMany(inside, definition, edits, { doer: actor, at: new Date() });
  await storeRows(
    inside,
    stored._id,
    outcomes.map(({ fila, nota }) => ({
      fila,
      estado: nota === null ? 'deshecha' : 'conservada',
      detalle: nota === null ? {} : { nota },
    })),
  );
}

/** Takes back what the import wrote, unless it was changed since; in the order in which it was not written. */
export async function undo(work: Work): Promise<StoredImport> {
  const { db, turn, rowsAtOnce } = work;
  let { stored } = turn;
  const { _id: id } = stored;
  const isWritten = and(eq(importRowTable.importacion, id), eq(importRowTable.estado, 'importada'));
  for (;;) {
    await work.pause();
    const after = await db.transaction(async (inside) => {
      const rows = (await inside
        .select(ROW)
        .from(importRowTable)
        .where(isWritten)
        .orderBy(importRowTable.persona, importRowTable.fila)
        .limit(rowsAtOnce)) as Written[];
      if (rows.length === 0) return null;
      await inside.execute(sql`select figure_batch_begin()`);
      await undoRows(inside, work, stored, rows);
      const so = await proceed(inside, { ...turn, stored }, progress(rows.length));
      await inside.execute(sql`select figure_batch_end()`);
      return so;
    });
    if (!after) break;
    stored = after;
  }
  return db.transaction(async (inside) => {
    const { archivo } = stored;
    const [counts] = await inside
      .select({ n: sql<number>`count(*)::integer` })
      .from(importRowTable)
      .where(and(eq(importRowTable.importacion, id), eq(importRowTable.estado, 'deshecha')));
    const after = { archivo, filas: counts?.n ?? 0 };
    await note(inside, importActor(stored), { action: 'deshacer', kind: 'importacion', about: id, after });
    return proceed(inside, { ...turn, stored }, { estado: 'deshecha', terminada: sql`now()` });
  });
}
