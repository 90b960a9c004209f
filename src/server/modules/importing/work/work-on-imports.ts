import { and, eq, sql } from 'drizzle-orm';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { importTable } from '#server/db/schema.ts';
import { createLoadPace, type Load } from '#server/jobs/load-pace.ts';
import { type Workplace, workOnJobs } from '#server/jobs/work-on-jobs.ts';
import { readInProcess } from '#server/modules/importing/reading/reader.ts';
import type { StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { createRecordRepository, type RecordRepository } from '#server/modules/records/record-repository.ts';
import { perform } from './perform.ts';
import { readFile } from './read.ts';
import { rehearse } from './rehearse.ts';
import { imports, type Turn } from './turn.ts';
import { undo } from './undo.ts';
import type { Work } from './work.ts';

export interface Working extends Workplace {
  readonly haemoglobinTable: HaemoglobinTable;
  /** Reads a file: in a process of its own, except in tests. */
  readonly read?: typeof readInProcess | undefined;
  /** Other requests that are being answered: they go first. */
  readonly load?: (() => Load) | undefined;
}

/** At most, per transaction: on PGlite every request waits for it. */
const ROWS_AT_ONCE = { pglite: 10, postgres: 150 } as const;
const LEAST_ROWS = 5;
/** A transaction that takes longer is followed by one of half as many rows. */
const SLOW_MS = 700;
const GIVEN_UP = 'Ocurrió un error inesperado y la importación no pudo seguir. Avisa a quien administra el sistema.';

const PHASES: Partial<Record<StoredImport['estado'], (work: Work) => Promise<unknown>>> = {
  ensayando: rehearse,
  importando: perform,
  deshaciendo: undo,
};

/** After repeated failures an import is given up: what it wrote stays and can be undone, what it read can be rehearsed again. */
async function giveUp({ database }: Working, { stored, process }: Turn): Promise<void> {
  const estado = stored.escrita ? 'parada' : stored.estado === 'ensayando' ? 'columnas' : 'fallida';
  await database.db
    .update(importTable)
    .set({ estado, fallo: GIVEN_UP, proceso: null, ...(estado === 'parada' && { terminada: sql`now()` }) })
    .where(and(eq(importTable._id, stored._id), eq(importTable.proceso, process)));
}

async function doPhase(working: Working, turn: Turn, signal: AbortSignal): Promise<void> {
  const { database, haemoglobinTable } = working;
  const { db } = database;
  const { stored } = turn;
  if (stored.estado === 'recibida' || stored.estado === 'leyendo') {
    await readFile(database, turn, { read: working.read ?? readInProcess, signal });
    return;
  }
  const repositories = new Map<string, RecordRepository>();
  const repositoryOf = (key: string): RecordRepository => {
    const known = repositories.get(key);
    const definition = RECORD_LIST.find((one) => one.key === key);
    if (known || !definition) return known as RecordRepository;
    const made = createRecordRepository(db, definition, { haemoglobinTable });
    repositories.set(key, made);
    return made;
  };
  const rows = { most: ROWS_AT_ONCE[database.kind], least: LEAST_ROWS, slowMs: SLOW_MS };
  const { pause, atOnce } = createLoadPace({ database, load: working.load, signal, ...rows });
  await PHASES[stored.estado]?.({
    ...{ turn, db, haemoglobinTable, pause, repositoryOf },
    get rowsAtOnce() {
      return atOnce();
    },
  });
}

/** Works until no import waits. @returns how many phases were done */
export const workOnImports = (working: Working, signal: AbortSignal): Promise<number> =>
  workOnJobs(
    working,
    {
      queue: imports,
      work: (turn, ending) => doPhase(working, turn, ending),
      giveUp: (turn) => giveUp(working, turn),
      failing: 'an import failed',
    },
    signal,
  );
