import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { RowState } from '#domain/calls/importing.ts';
import { CATALOGS, type CatalogKey } from '#domain/catalogs.ts';
import { violatedUniqueIndex } from '#server/base/db-errors.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { importTable, receiptTable } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';
import { createCatalogRepository } from '#server/modules/catalogs/catalog-repository.ts';
import { type ExaminedRow, examineRows, type StoredImportRow } from '#server/modules/importing/rules/examine-rows.ts';
import { type ImportContext, readContext, type StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { type RecordWrite, writeMany } from '#server/modules/records/write-many.ts';
import { rowsByPerson, storeRows } from './rows.ts';
import { entering, proceed, progress } from './turn.ts';
import type { Work } from './work.ts';

/** Acts for the account that began the writing; supervisors see every booklet. */
export const importActor = ({ escribe, por, origen }: StoredImport): Actor => ({
  ...{ id: escribe ?? por, cedula: '', roles: ['ROLE_SUPERVISOR'], session: null },
  origin: origen?.request
    ? { request: origen.request, address: origen.address ?? '', device: origen.device ?? '' }
    : null,
});

export const importedFrom = ({ archivo }: StoredImport, fila: number) => ({ importado: `${archivo}, fila ${fila}` });

/** The id of what a row creates: two imports of one file at once make the same one. Version 8 (RFC 9562, 5.8). */
function derivedId(kind: string, clave: string, attempt: number): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([kind, clave, attempt]))
    .digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) % 4) + 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const ID_ATTEMPTS = 20;

/** An id of a deleted record stays taken: the next one is tried. */
async function idsFor(inside: Db, kind: string, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let open = [...keys];
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === ID_ATTEMPTS) {
      for (const key of open) ids.set(key, crypto.randomUUID());
      break;
    }
    const tried = open.map((key) => [key, derivedId(kind, key, attempt)] as const);
    const taken = await inside
      .select({ _id: receiptTable._id })
      .from(receiptTable)
      .where(
        inArray(
          receiptTable._id,
          tried.map(([, id]) => id),
        ),
      );
    const used = new Set(taken.map(({ _id }) => _id));
    for (const [key, id] of tried) if (!used.has(id)) ids.set(key, id);
    open = open.filter((key) => !ids.has(key));
  }
  return ids;
}

/** Adds the options that an administrator allowed for a column. */
async function addOptions(
  inside: Db,
  actor: Actor,
  { definition, adding }: ImportContext,
  rows: readonly ExaminedRow[],
) {
  const byCatalog = new Map<CatalogKey, Set<string>>();
  for (const { campo, valor } of rows.flatMap(({ detalle }) => detalle.opciones ?? [])) {
    const field = definition.fields[campo];
    if (!adding.has(campo) || !field || !('catalog' in field) || !field.catalog) continue;
    byCatalog.set(field.catalog, (byCatalog.get(field.catalog) ?? new Set()).add(valor));
  }
  for (const [catalog, values] of byCatalog)
    await createCatalogRepository(inside, CATALOGS[catalog]).createMany(actor, [...values]);
}

/** Whether a row would still do what the rehearsal showed. */
const isAsRehearsed = (row: StoredImportRow, now: ExaminedRow) =>
  now.estado === row.estado && now.version === row.version && now.huella === row.huella;

type Stored = Parameters<typeof storeRows>[2][number];

async function writeRows(inside: Db, work: Work, context: ImportContext, rows: readonly StoredImportRow[]) {
  const { definition, stored } = context;
  const actor = importActor(stored);
  const examined = await examineRows(inside, context, rows, { locked: true });
  const byRow = new Map(rows.map((row) => [row.fila, row]));
  const due = examined.filter((now) => now.write && isAsRehearsed(byRow.get(now.fila) as StoredImportRow, now));
  const changed = examined.filter((now) => !due.includes(now));
  await addOptions(inside, actor, context, due);
  const created = due.filter(({ write }) => write?.before === null);
  const ids = await idsFor(
    inside,
    definition.key,
    created.map(({ clave }) => clave ?? ''),
  );
  const at = new Date();
  const writes = due.map((row): RecordWrite => {
    const { values, before, responsible, warned } = row.write as NonNullable<ExaminedRow['write']>;
    const id = row.registro ?? ids.get(row.clave ?? '') ?? crypto.randomUUID();
    const noted = importedFrom(stored, row.fila);
    return {
      id,
      personId: definition.parent ? (row.persona ?? id) : id,
      values,
      before,
      createdBy: responsible,
      warned,
      noted,
    };
  });
  const [people, others] = definition.parent
    ? [[], writes]
    : [writes.filter(({ before }) => before), writes.filter(({ before }) => !before)];
  for (const { id, values, noted } of people)
    await work.repositoryOf(definition.key).replace(actor, id, values, undefined, { inside, noted });
  await writeMany(inside, definition, others, { doer: actor, at });
  const done = due.map((row, index): Stored => {
    const write = writes[index] as RecordWrite;
    return {
      ...{ fila: row.fila, estado: 'importada', detalle: row.detalle, persona: write.personId, registro: write.id },
      ...{
        version: (row.version ?? 0) + 1,
        accion: write.before ? 'editar' : 'crear',
        antes: write.before,
        vuelta: stored.vuelta,
      },
    };
  });
  // What is no longer as it was rehearsed is rehearsed again, and a person decides.
  const left = changed.map(({ fila, estado, detalle }): Stored => {
    const isSettled = estado === 'igual' || estado === 'problema';
    const state: RowState = isSettled ? estado : 'pendiente';
    return {
      fila,
      estado: state,
      vuelta: isSettled ? stored.vuelta : 0,
      detalle,
      persona: null,
      registro: null,
      version: null,
      accion: null,
      antes: null,
    };
  });
  await storeRows(inside, stored._id, [...done, ...left]);
  return { creadas: created.length, cambiadas: due.length - created.length };
}

const MAX_CONFLICTS = 3;

/** One batch in one transaction: rows, figures, summaries, journal and progress appear together or not at all. */
async function writeBatch(work: Work, stored: StoredImport, state: RowState): Promise<StoredImport | null> {
  const { db, turn, rowsAtOnce } = work;
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return await db.transaction(async (inside) => {
        const rows = await rowsByPerson(inside, stored._id, state, rowsAtOnce);
        if (rows.length === 0) return null;
        await inside.execute(sql`select figure_batch_begin()`);
        const context = await readContext(inside, stored, work.haemoglobinTable);
        const { creadas, cambiadas } = await writeRows(inside, work, context, rows);
        const after = await proceed(
          inside,
          { ...turn, stored },
          {
            ...progress(rows.length),
            creadas: sql`${importTable.creadas} + ${creadas}`,
            cambiadas: sql`${importTable.cambiadas} + ${cambiadas}`,
          },
        );
        await inside.execute(sql`select figure_batch_end()`);
        return after;
      });
    } catch (error) {
      // A form saved the same person meanwhile: the next attempt sees her or him.
      if (violatedUniqueIndex(error) === null || conflicts === MAX_CONFLICTS) throw error;
    }
  }
}

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
    const { archivo, creadas, cambiadas, _id } = stored;
    const entry = {
      action: 'importar',
      kind: 'importacion',
      about: _id,
      after: { archivo, creadas, cambiadas },
    } as const;
    await note(inside, importActor(stored), entry);
    await inside.update(importTable).set({ terminada: sql`now()` }).where(eq(importTable._id, _id));
    // Rows that changed since their rehearsal are rehearsed once more.
    return proceed(inside, { ...turn, stored }, entering('ensayando'));
  });
}
