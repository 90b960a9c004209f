import { setTimeout, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { dbFault, isUnavailable } from '#server/base/db-errors.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { Database } from '#server/db/connect.ts';
import { importTable } from '#server/db/schema.ts';
import { readInProcess } from '#server/modules/importing/reading/reader.ts';
import type { StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { createRecordRepository, type RecordRepository } from '#server/modules/records/record-repository.ts';
import { perform } from './perform.ts';
import { readFile } from './read.ts';
import { rehearse } from './rehearse.ts';
import { claimImport, forgiveTry, leaveTurns, MAX_TRIES, RENEW_MS, renewTurn, type Turn, TurnEnded } from './turn.ts';
import { undo } from './undo.ts';
import type { Work } from './work.ts';

/** How many other requests the process answers. */
export type Load = 'none' | 'some' | 'many';

export interface Working {
  readonly database: Database;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
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
/** How long a pause is for each second of work. */
const PAUSE_SHARE = { none: 0, some: 1.5, many: 5 } as const;
const MAX_PAUSE_MS = 4_000;

const GIVEN_UP = 'Ocurrió un error inesperado y la importación no pudo seguir. Avisa a quien administra el sistema.';

/** Pauses in proportion to the work, so that other requests keep most of their speed. */
function createPace({ database, load = () => 'none' }: Working, signal: AbortSignal) {
  const most = ROWS_AT_ONCE[database.kind];
  let rowsAtOnce: number = most;
  let begun = performance.now();
  const pause = async () => {
    const now = load();
    const took = performance.now() - begun;
    rowsAtOnce = took > SLOW_MS ? Math.max(LEAST_ROWS, rowsAtOnce >> 1) : Math.min(most, rowsAtOnce * 2);
    // The embedded database answers no one else during a statement.
    const share = PAUSE_SHARE[now === 'none' && database.kind === 'pglite' ? 'some' : now];
    const rest = Math.min(MAX_PAUSE_MS, share * took);
    if (rest >= 1) await setTimeout(rest, undefined, { ref: false, signal }).catch(() => {});
    else await yieldToEventLoop();
    if (signal.aborted || database.room() !== 'enough') throw new TurnEnded();
    begun = performance.now();
  };
  return { pause, rowsAtOnce: () => rowsAtOnce };
}

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
    const made = createRecordRepository(db, definition);
    repositories.set(key, made);
    return made;
  };
  const { pause, rowsAtOnce } = createPace(working, signal);
  await PHASES[stored.estado]?.({
    ...{ turn, db, haemoglobinTable, pause, repositoryOf },
    get rowsAtOnce() {
      return rowsAtOnce();
    },
  });
}

/** Works on the next import until its phase ends. @returns whether there was one */
async function workOnNext(working: Working, process: string, signal: AbortSignal): Promise<boolean> {
  const { database, log } = working;
  const stored = await claimImport(database.db, process);
  if (!stored) return false;
  const turn = { stored, process };
  const renewing = setInterval(() => {
    renewTurn(database.db, turn).catch(() => {});
  }, RENEW_MS);
  try {
    if (stored.intentos > MAX_TRIES) await giveUp(working, turn);
    else await doPhase(working, turn, signal);
    return true;
  } catch (error) {
    if (error instanceof TurnEnded || signal.aborted) return !signal.aborted;
    const fault = dbFault(error);
    if (fault && isUnavailable(fault)) await forgiveTry(database.db, turn).catch(() => {});
    log.error({ err: errorForLog(error), importacion: stored._id, estado: stored.estado }, 'an import failed');
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Works until no import waits. @returns how many phases were done */
export async function workOnImports(working: Working, signal: AbortSignal): Promise<number> {
  const process = crypto.randomUUID();
  let phases = 0;
  try {
    while (!signal.aborted && working.database.room() === 'enough' && (await workOnNext(working, process, signal)))
      phases += 1;
  } finally {
    await leaveTurns(working.database.db, process).catch(() => {});
  }
  return phases;
}
