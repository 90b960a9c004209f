import { today } from '#domain/calendar.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import type { Database } from '#server/db/connect.ts';
import { exportPartTable } from '#server/db/schema.ts';
import { createLoadPace, type Load } from '#server/jobs/load-pace.ts';
import type { BaseContext } from '#server/modules/fhir/booklet-resources.ts';
import { createComposer } from './compose.ts';
import { deleteParts } from './delete-exports.ts';
import { deletedPeople } from './deleted-people.ts';
import { createFileWriter, type FilePart, type FileSizes, type FileWriter } from './file-writer.ts';
import { openReader, type SnapshotReader } from './snapshot-reader.ts';
import { type ExportTurn, exportQueue, type StoredExport } from './stored-export.ts';
import { countPeople, walkPeople } from './walk-people.ts';

/** Booklets of one batch: requests wait while their resources are made, on PGlite also for the statements. */
const BOOKLETS_AT_ONCE = { pglite: 10, postgres: 16 } as const;
const LEAST_BOOKLETS = 4;
const SLOW_MS = 250;
/** How often progress is stored, and with it whether the export was cancelled. */
const PROGRESS_MS = 1_000;

export interface Surroundings {
  readonly haemoglobinTable: HaemoglobinTable;
  /** Other requests that are being answered: they go first. */
  readonly load?: (() => Load) | undefined;
  readonly sizes?: FileSizes | undefined;
}

interface Exporting extends Surroundings {
  readonly database: Database;
  readonly turn: ExportTurn;
  readonly signal: AbortSignal;
}

/** Stores parts and progress under the turn: a process that lost it writes nothing more. */
function createStore({ database: { db }, turn }: Exporting) {
  let done = 0;
  let storedAt = performance.now();
  const store = async (part?: FilePart): Promise<void> => {
    await db.transaction(async (inside) => {
      // First, since it locks the export: the parts of a lost turn would be those of the next one.
      await exportQueue.proceed(inside, turn, { hechas: done });
      if (part) await inside.insert(exportPartTable).values({ exportacion: turn.stored._id, ...part });
    });
    storedAt = performance.now();
  };
  return {
    store,
    async looked(people: number): Promise<void> {
      done += people;
      if (performance.now() - storedAt > PROGRESS_MS) await store();
    },
    done: () => done,
  };
}

/** Each line tells of some deleted people (Bulk Data Access 2.0, "deleted"). */
const deletionsOf = (ids: readonly string[]) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: ids.map((id) => ({ request: { method: 'DELETE', url: `Patient/${id}` } })),
});

async function writeDeleted(stored: StoredExport, reader: SnapshotReader, writer: FileWriter): Promise<void> {
  if (!stored.desde || !stored.tipos.includes('Patient')) return;
  const groups: string[][] = [];
  await reader.read(async (db) => {
    for await (const ids of deletedPeople(db, stored)) if (ids.length > 0) groups.push(ids);
  });
  const seen = new Set<string>();
  for (const group of groups) {
    const ids = group.filter((id) => !seen.has(id) && seen.add(id));
    if (ids.length > 0) writer.add('borrados', deletionsOf(ids));
  }
}

/** Begins from nothing: what an earlier turn wrote belonged to another snapshot. */
async function begin({ database: { db }, turn }: Exporting, reader: SnapshotReader): Promise<void> {
  const porHacer = await reader.read((inside) => countPeople(inside, turn.stored));
  // In one transaction, because another process may have taken over and written parts.
  await db.transaction(async (inside) => {
    await exportQueue.proceed(inside, turn, { momento: reader.moment, porHacer, hechas: 0 });
    await deleteParts(inside, turn.stored._id);
  });
}

const contextOf = async ({ turn: { stored }, haemoglobinTable }: Exporting): Promise<BaseContext> => ({
  ...{ base: stored.base, systems: stored.sistemas, places: stored.lugares, haemoglobinTable },
  ...{ today: today(), standards: await loadEveryStandard() },
});

async function writeFiles(exporting: Exporting, reader: SnapshotReader): Promise<void> {
  const { database, turn, signal, load, sizes } = exporting;
  const { stored } = turn;
  const composer = createComposer(stored, reader, await contextOf(exporting));
  await begin(exporting, reader);
  const { store, looked, done } = createStore(exporting);
  const writer = createFileWriter(store, sizes);
  await composer.addLists(writer);
  const size = { most: BOOKLETS_AT_ONCE[database.kind], least: LEAST_BOOKLETS, slowMs: SLOW_MS };
  const { pause, atOnce } = createLoadPace({ database, load, signal, ...size });
  const pages = composer.readsBooklets ? walkPeople(reader.read, stored, atOnce) : [];
  for await (const page of pages) {
    if (page.people.length > 0) await composer.addBooklets(writer, page.people);
    await writer.storeFull();
    await looked(page.looked);
    await pause();
  }
  await writeDeleted(stored, reader, writer);
  const archivos = await writer.end();
  const ended = { estado: 'lista', archivos, hechas: done(), terminada: new Date(), proceso: null } as const;
  await exportQueue.proceed(database.db, turn, ended);
}

/** Writes all files of an export. @throws TurnEnded if it was cancelled, or if another process works on it */
export async function performExport(exporting: Exporting): Promise<void> {
  const reader = await openReader(exporting.database);
  try {
    await writeFiles(exporting, reader);
  } finally {
    await reader.close();
  }
}
