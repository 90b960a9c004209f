import { and, eq, exists, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import type { RowDetail } from '#server/db/import-tables.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { importRowTable } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';
import { definitionOf, type StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { fieldsOf, groupBy } from '#server/modules/importing/rules/read-around.ts';
import { recordTypesOf } from '#server/modules/records/row-json.ts';
import { type RecordWrite, writeMany } from '#server/modules/records/write-many.ts';
import { inOneBatch } from './batch.ts';
import { importActor, undoneFrom } from './import-journal.ts';
import { summaryOf } from './rehearse.ts';
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
  detalle: importRowTable.detalle,
};
type Written = {
  fila: number;
  accion: 'crear' | 'editar' | null;
  persona: string | null;
  registro: string | null;
  version: number | null;
  antes: Values | null;
  detalle: RowDetail | null;
};

const GONE = 'Ya no existe: alguien lo eliminó después de importarlo';
const TOUCHED = 'Alguien lo cambió después de importarlo: se queda como está';
const HAS_RECORDS = 'Su libreta tiene registros o cambió de responsable después de importarla: se queda como está';
const TAKEN = 'Otra persona tiene ahora su cédula anterior: se queda como está';

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
  const rowsNow = await inside
    .select({ _id: table._id, version: table.version, values: fieldsOf(definition) })
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

const valueKey = (field: string, value: unknown) => JSON.stringify([field, value]);

/** The unique values of a person. */
const uniqueKeys = ({ unique = [] }: RecordDefinition, values: Values): string[] =>
  unique.flatMap(({ field }) => (values[field] == null ? [] : [valueKey(field, values[field])]));

/** Who has the unique values that the rows would give back. */
async function holdersOf(
  inside: Db,
  definition: RecordDefinition,
  rows: readonly Written[],
): Promise<Map<string, string>> {
  const table = recordTable(definition.key);
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const holders = new Map<string, string>();
  for (const { field } of definition.unique ?? []) {
    const column = columns[field] as PgColumn;
    const wanted = rows.flatMap(({ antes }) => antes?.[field] ?? []);
    if (wanted.length === 0) continue;
    const people = await inside.select({ _id: table._id, value: column }).from(table).where(inArray(column, wanted));
    for (const { _id, value } of people) holders.set(valueKey(field, value), _id);
  }
  return holders;
}

/**
 * The next rows to undo. With them come all rows that wrote the same records, so that each record is written once, and
 * those that wrote the persons who now have unique values that the rows would take back: undoing them frees the values.
 */
async function nextRows(inside: Db, { turn, rowsAtOnce }: Work) {
  const definition = definitionOf(turn.stored);
  const isWritten = and(eq(importRowTable.importacion, turn.stored._id), eq(importRowTable.estado, 'importada'));
  let rows = (await inside
    .select(ROW)
    .from(importRowTable)
    .where(isWritten)
    .orderBy(importRowTable.persona, importRowTable.fila)
    .limit(rowsAtOnce)) as Written[];
  for (;;) {
    const holders = await holdersOf(inside, definition, rows);
    const records = [...new Set([...rows.flatMap(({ registro }) => registro ?? []), ...holders.values()])];
    const people = [...new Set([...rows.flatMap(({ persona }) => persona ?? []), ...holders.values()])];
    // The index of the rows has the person.
    const ofRecords = and(inArray(importRowTable.persona, people), inArray(importRowTable.registro, records));
    const all = (await inside
      .select(ROW)
      .from(importRowTable)
      .where(and(isWritten, ofRecords))
      .orderBy(importRowTable.persona, importRowTable.fila)) as Written[];
    if (all.length === rows.length) return { rows, holders };
    rows = all;
  }
}

/** What can be undone of the rows that wrote one record. */
interface Step {
  /** The oldest row that is undone: the record becomes as it was before it. */
  readonly last: Written | undefined;
  /** Why the others stay. */
  readonly notes: ReadonlyMap<number, string>;
}

/** Goes from the newest row to the oldest while nobody else wrote in between. */
function stepOf(now: Present | undefined, rows: readonly Written[], why: (row: Written) => string | null): Step {
  const notes = new Map<number, string>();
  const undone: Written[] = [];
  let version = now?.version;
  for (const row of rows.toSorted((a, b) => (b.version ?? 0) - (a.version ?? 0)))
    if (version !== undefined && row.version === version) {
      undone.push(row);
      version -= 1;
    } else notes.set(row.fila, now ? TOUCHED : GONE);
  for (let last = undone.at(-1); last; last = undone.at(-1)) {
    const note = why(last);
    if (note === null) return { last, notes };
    notes.set(last.fila, note);
    undone.pop();
  }
  return { last: undefined, notes };
}

/** Undoes rows. @returns how many */
async function undoRows(
  inside: Db,
  work: Work,
  stored: StoredImport,
  { rows, holders }: Awaited<ReturnType<typeof nextRows>>,
): Promise<number> {
  const definition = definitionOf(stored);
  const actor = importActor(stored);
  const repository = work.repositoryOf(definition.key);
  const present = await presentOf(inside, definition, rows);
  const created = rows.flatMap(({ accion, registro }) => (accion === 'crear' && registro ? [registro] : []));
  const used = await usedPeople(inside, definition, created);
  const edits: RecordWrite[] = [];
  const outcomes = new Map<number, string | null>(rows.map(({ fila }) => [fila, null]));

  const isTaken = (id: string, values: Values) =>
    uniqueKeys(definition, values).some((key) => (holders.get(key) ?? id) !== id);
  const planOf = ([id, own]: readonly [string, readonly Written[]]) =>
    stepOf(present.get(id), own, ({ accion, antes }) => {
      if (accion === 'crear') return used.has(id) ? HAS_RECORDS : null;
      return isTaken(id, antes ?? {}) ? TAKEN : null;
    });
  const take = async (id: string, { last, notes }: Step) => {
    for (const [fila, note] of notes) outcomes.set(fila, note);
    const now = present.get(id);
    if (!last || !now) return;
    const { fila, accion, persona, antes, detalle } = last;
    const noted = undoneFrom(stored, fila);
    for (const key of uniqueKeys(definition, now.values)) if (holders.get(key) === id) holders.delete(key);
    if (accion === 'crear') await repository.remove(actor, id, { inside, noted });
    else if (antes && definition.parent)
      edits.push({
        ...{ id, personId: persona ?? '', values: antes, before: now.values, createdBy: actor.id },
        ...{ warned: detalle?.advertidaAntes === true, noted },
      });
    else if (antes) {
      await repository.replace(actor, id, antes, now.version, { inside, noted });
      for (const key of uniqueKeys(definition, antes)) holders.set(key, id);
    }
  };

  // A person whose unique value is taken waits for the others, who may free it.
  let open = [...groupBy(rows, ({ registro }) => registro ?? '')];
  for (let before = Number.POSITIVE_INFINITY; open.length < before; ) {
    before = open.length;
    const waiting: typeof open = [];
    for (const one of open) {
      const plan = planOf(one);
      if ([...plan.notes.values()].includes(TAKEN)) waiting.push(one);
      else await take(one[0], plan);
    }
    open = waiting;
  }
  for (const one of open) await take(one[0], planOf(one));
  await writeMany(inside, definition, edits, { doer: actor, at: new Date() });
  await storeRows(
    inside,
    stored._id,
    [...outcomes].map(([fila, nota]) => ({
      fila,
      estado: nota === null ? 'deshecha' : 'conservada',
      detalle: nota === null ? {} : { nota },
    })),
  );
  return rows.length;
}

const undoBatch = (work: Work, stored: StoredImport): Promise<StoredImport | null> =>
  inOneBatch(work, stored, async (inside) => {
    const next = await nextRows(inside, work);
    return next.rows.length === 0 ? null : progress(await undoRows(inside, work, stored, next));
  });

/**
 * Takes back what the import wrote, unless it was changed since. The rows go in the order of the persons, so that each
 * booklet is written once.
 */
export async function undo(work: Work): Promise<StoredImport> {
  const { db, turn } = work;
  let { stored } = turn;
  const { _id: id } = stored;
  for (;;) {
    await work.pause();
    const after = await undoBatch(work, stored);
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
    const resumen = await summaryOf(inside, stored);
    return proceed(inside, { ...turn, stored }, { estado: 'deshecha', terminada: sql`now()`, resumen });
  });
}
