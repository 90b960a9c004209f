import { eq, sql } from 'drizzle-orm';
import type { RowState } from '#domain/calls/importing.ts';
import { CATALOGS, type CatalogKey } from '#domain/catalogs.ts';
import type { Field } from '#domain/fields/index.ts';
import { newId } from '#domain/new-id.ts';
import { foldText } from '#domain/text.ts';
import type { Db } from '#server/db/connect.ts';
import { entering } from '#server/db/import-queue.ts';
import { importTable } from '#server/db/schema.ts';
import { createCatalogRepository } from '#server/modules/catalogs/catalog-repository.ts';
import { type ExaminedRow, examineRows, isAsRehearsed } from '#server/modules/importing/rules/examine-rows.ts';
import {
  type ImportContext,
  optionsOf,
  readContext,
  type StoredImport,
} from '#server/modules/importing/rules/import-rules.ts';
import type { StoredImportRow } from '#server/modules/importing/rules/read-around.ts';
import { type RecordWrite, writeMany } from '#server/modules/records/write-many.ts';
import { inOneBatch } from './batch.ts';
import { importActor, importedFrom, noteWritten } from './import-journal.ts';
import { summaryOf } from './rehearse.ts';
import { rowsByPerson, rowsToRehearse, storeRows } from './rows.ts';
import { proceed, progress } from './turn.ts';
import type { Work } from './work.ts';

type Write = NonNullable<ExaminedRow['write']>;
type DueRow = ExaminedRow & { readonly write: Write };

/** Adds the options that an administrator allowed for a column. @returns the rows in the spelling of the lists */
async function addOptions(inside: Db, { definition, adding, stored }: ImportContext, rows: readonly DueRow[]) {
  const byCatalog = new Map<CatalogKey, Map<string, string>>();
  for (const { campo, valor } of rows.flatMap(({ detalle }) => detalle.opciones ?? [])) {
    const field = definition.fields[campo];
    if (!adding.has(campo) || !field || !('catalog' in field) || !field.catalog) continue;
    const values = byCatalog.get(field.catalog) ?? new Map<string, string>();
    // Of several spellings the first one becomes the option.
    if (!values.has(foldText(valor))) values.set(foldText(valor), valor);
    byCatalog.set(field.catalog, values);
  }
  if (byCatalog.size === 0) return rows;
  const allowedBy = { ...importActor(stored), id: stored.agregarPor ?? stored.por };
  for (const [catalog, values] of byCatalog)
    await createCatalogRepository(inside, CATALOGS[catalog]).createMany(allowedBy, [...values.values()]);
  const options = await optionsOf(inside, definition);
  return rows.map((row): DueRow => {
    const values = Object.entries<Field>(definition.fields).map(([name, field]) => {
      const value = row.write.values[name] ?? null;
      const list = field.kind === 'text' && field.catalog && options.get(field.catalog);
      return [name, list && typeof value === 'string' ? (list.get(foldText(value)) ?? value) : value] as const;
    });
    return { ...row, write: { ...row.write, values: Object.fromEntries(values) } };
  });
}

type Stored = Parameters<typeof storeRows>[2][number];

/** The rows that do what the rehearsal showed, one for each record. */
function dueOf(rows: readonly StoredImportRow[], examined: readonly ExaminedRow[]): DueRow[] {
  const byRow = new Map(rows.map((row) => [row.fila, row]));
  const keys = new Set<string | null>();
  const isDue = (now: ExaminedRow): now is DueRow => {
    const row = byRow.get(now.fila);
    if (!now.write || !row || !isAsRehearsed(row, now) || keys.has(now.clave)) return false;
    keys.add(now.clave);
    return true;
  };
  return examined.filter(isDue);
}

/** What is no longer as it was rehearsed is rehearsed again, and a person decides. */
function leftRow({ fila, estado, detalle, persona }: ExaminedRow, round: number): Stored {
  const isSettled = estado === 'igual' || estado === 'problema';
  const state: RowState = isSettled ? estado : 'pendiente';
  const nothing = { registro: null, version: null, accion: null, antes: null };
  return { fila, estado: state, vuelta: isSettled ? round : 0, detalle, persona, ...nothing };
}

async function writeRows(inside: Db, work: Work, context: ImportContext, rows: readonly StoredImportRow[]) {
  const { definition, stored } = context;
  const actor = importActor(stored);
  const examined = await examineRows(inside, context, rows, { locked: true });
  const due = await addOptions(inside, context, dueOf(rows, examined));
  const created = due.filter(({ write }) => write.before === null);
  const writes = due.map(({ fila, persona, registro, write }): RecordWrite => {
    const { values, before, responsible, warned } = write;
    const id = registro ?? newId();
    const personId = definition.parent ? (persona ?? id) : id;
    return { id, personId, values, before, createdBy: responsible, warned, noted: importedFrom(stored, fila) };
  });
  const [people, others] = definition.parent
    ? [[], writes]
    : [writes.filter(({ before }) => before), writes.filter(({ before }) => !before)];
  for (const { id, values, noted } of people)
    await work.repositoryOf(definition.key).replace(actor, id, values, undefined, { inside, noted });
  await writeMany(inside, definition, others, { doer: actor, at: new Date() });
  const done = due.map(({ fila, detalle, version }, index): Stored => {
    const { id, personId, before } = writes[index] as RecordWrite;
    const action = { accion: before ? ('editar' as const) : ('crear' as const), antes: before };
    return {
      ...{ fila, estado: 'importada', vuelta: stored.vuelta, detalle, persona: personId, registro: id },
      ...{ version: (version ?? 0) + 1, ...action },
    };
  });
  const written = new Set(due.map(({ fila }) => fila));
  const left = examined.filter(({ fila }) => !written.has(fila)).map((row) => leftRow(row, stored.vuelta));
  await storeRows(inside, stored._id, [...done, ...left]);
  return { creadas: created.length, cambiadas: due.length - created.length };
}

const writeBatch = (work: Work, stored: StoredImport, state: RowState): Promise<StoredImport | null> =>
  inOneBatch(work, stored, async (inside) => {
    const rows = await rowsByPerson(inside, stored._id, state, work.rowsAtOnce);
    if (rows.length === 0) return null;
    const context = await readContext(inside, stored, work.haemoglobinTable);
    const { creadas, cambiadas } = await writeRows(inside, work, context, rows);
    return {
      ...progress(rows.length),
      creadas: sql`${importTable.creadas} + ${creadas}`,
      cambiadas: sql`${importTable.cambiadas} + ${cambiadas}`,
    };
  });

/** Writes every row that creates or changes something. */
export async function perform(work: Work): Promise<StoredImport> {
  const { db, turn } = work;
  let { stored } = turn;
  for (const state of ['cambia', 'nueva'] as const)
    for (;;) {
      await work.pause();
      const after = await writeBatch(work, stored, state);
      if (!after) break;
      stored = after;
    }
  return db.transaction(async (inside) => {
    const { _id } = stored;
    await noteWritten(inside, stored);
    await inside.update(importTable).set({ terminada: sql`now()` }).where(eq(importTable._id, _id));
    const waiting = await rowsToRehearse(inside, stored, 1);
    // Rows that changed since their rehearsal are rehearsed once more.
    if (waiting.length > 0) return proceed(inside, { ...turn, stored }, entering('ensayando'));
    return proceed(inside, { ...turn, stored }, { estado: 'importada', resumen: await summaryOf(inside, stored) });
  });
}
