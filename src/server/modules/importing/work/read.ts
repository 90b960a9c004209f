import { and, eq, sql } from 'drizzle-orm';
import { rememberedHeader } from '#domain/importing/headers.ts';
import { missingTargets } from '#domain/importing/target.ts';
import type { RecordKey } from '#domain/records/index.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { entering } from '#server/db/import-queue.ts';
import { importPartTable, importRowTable, importTable } from '#server/db/schema.ts';
import { TurnEnded } from '#server/jobs/queue.ts';
import type { readInProcess } from '#server/modules/importing/reading/reader.ts';
import { UnreadableFile } from '#server/modules/importing/reading/unreadable.ts';
import { definitionOf, type StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { proceed, progress, type Turn } from './turn.ts';

/** Earlier imports whose chosen columns are followed. */
const REMEMBERED = 20;

/** What people chose for headers in earlier imports of this kind; the latest choice counts. */
async function earlierChoices(db: Db, { tipo }: StoredImport): Promise<[string, string | null][]> {
  const chosen = await db
    .select({ titulos: importTable.titulos, columnas: importTable.columnas })
    .from(importTable)
    .where(and(eq(importTable.tipo, tipo), eq(importTable.elegidas, true)))
    .orderBy(sql`${importTable.orden} desc`)
    .limit(REMEMBERED);
  const choices = new Map<string, string | null>();
  for (const { titulos, columnas } of chosen.reverse())
    titulos.forEach((title, at) => {
      choices.set(rememberedHeader(title), columnas[at] ?? null);
    });
  return [...choices];
}

async function* fileOf(db: Db, id: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const [stored] = await db
      .select({ contenido: importPartTable.contenido })
      .from(importPartTable)
      .where(and(eq(importPartTable.importacion, id), eq(importPartTable.parte, part)));
    if (!stored) return;
    yield stored.contenido;
  }
}

async function deleteContent(db: Db, id: string, what: 'all' | 'file'): Promise<void> {
  await db.delete(importPartTable).where(eq(importPartTable.importacion, id));
  if (what === 'all') await db.delete(importRowTable).where(eq(importRowTable.importacion, id));
}

interface Reading {
  readonly read: typeof readInProcess;
  readonly signal: AbortSignal;
}

/** Reads the file into rows. What a process left is read anew. @throws TurnEnded if the disk is almost full */
export async function readFile(database: Database, turn: Turn, { read, signal }: Reading): Promise<StoredImport> {
  const { db } = database;
  const id = turn.stored._id;
  const { tipo, archivo, bytes } = turn.stored;
  let stored = await db.transaction(async (inside) => {
    const begun = await proceed(inside, turn, { estado: 'leyendo', hechas: 0, porHacer: 0 });
    // In one transaction, because another process may have taken over and read rows.
    await inside.delete(importRowTable).where(eq(importRowTable.importacion, id));
    return begun;
  });
  const request = { tipo: tipo as RecordKey, archivo, earlier: await earlierChoices(db, stored), size: bytes };
  const reading = () => ({ ...turn, stored });
  try {
    for await (const part of read(fileOf(db, id), request, signal)) {
      if ('head' in part) stored = await proceed(db, reading(), { ...headOf(part.head) });
      else if ('rows' in part) {
        const { json, count } = part.rows;
        stored = await db.transaction(async (inside) => {
          await inside.execute(sql`insert into ${importRowTable} (importacion, fila, celdas)
            select ${id}::uuid, (read->>0)::integer, read->1 from jsonb_array_elements(${json}::jsonb) as read`);
          return proceed(inside, reading(), progress(count));
        });
      } else {
        const { filas, avisos, ejemplos, distintos } = part.end;
        const complete =
          missingTargets(definitionOf(stored), new Set(stored.columnas.flatMap((key) => key ?? []))).length === 0;
        stored = await db.transaction(async (inside) => {
          await deleteContent(inside, id, 'file');
          return proceed(inside, reading(), {
            ...(complete ? entering('ensayando') : { estado: 'columnas' as const, hechas: 0 }),
            ...{ filas, porHacer: filas, avisos: [...avisos] },
            ...{ ejemplos: ejemplos.map((some) => [...some]), distintos: distintos.map((some) => [...some]) },
          });
        });
      }
      if (signal.aborted || database.room() !== 'enough') throw new TurnEnded();
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return db.transaction(async (inside) => {
      await deleteContent(inside, id, 'all');
      return proceed(inside, reading(), { estado: 'fallida', fallo: error.message, terminada: sql`now()` });
    });
  }
  return stored;
}

const headOf = ({
  formato,
  hoja,
  titulos,
  columnas,
}: {
  readonly formato: string;
  readonly hoja: string;
  readonly titulos: readonly string[];
  readonly columnas: readonly (string | null)[];
}) => ({ formato, hoja, titulos: [...titulos], columnas: [...columnas] });
