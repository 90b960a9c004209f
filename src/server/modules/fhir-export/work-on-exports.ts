import { and, eq } from 'drizzle-orm';
import { dbFault, isDiskFull } from '#server/base/db-errors.ts';
import { exportTable } from '#server/db/schema.ts';
import { TurnEnded } from '#server/jobs/queue.ts';
import { type Workplace, workOnJobs } from '#server/jobs/work-on-jobs.ts';
import { deleteOldExports } from './delete-exports.ts';
import { performExport, type Surroundings } from './perform-export.ts';
import { type ExportTurn, exportQueue, type StoredExport } from './stored-export.ts';

export interface ExportWorkplace extends Workplace, Surroundings {}

/** Ends an export that cannot be made; its reader learns why, and its parts make room. */
async function fail({ database }: ExportWorkplace, { stored, process }: ExportTurn, fallo: StoredExport['fallo']) {
  await database.db
    .update(exportTable)
    .set({ estado: 'fallida', fallo, terminada: new Date(), proceso: null, tomada: null })
    .where(and(eq(exportTable._id, stored._id), eq(exportTable.proceso, process)));
  await deleteOldExports(database);
}

async function work(place: ExportWorkplace, turn: ExportTurn, signal: AbortSignal): Promise<void> {
  const { database, haemoglobinTable, load, sizes } = place;
  try {
    await performExport({ database, haemoglobinTable, turn, load, sizes, signal });
  } catch (error) {
    const fault = dbFault(error);
    // On PGlite the disk is watched, so that the export stops before it is full.
    const isFull = (fault && isDiskFull(fault)) || (error instanceof TurnEnded && database.room() === 'low');
    if (!isFull) throw error;
    await fail(place, turn, 'noSpace');
  }
}

/** Works until no export waits. @returns how many were worked on */
export const workOnExports = (place: ExportWorkplace, signal: AbortSignal): Promise<number> =>
  workOnJobs(
    place,
    {
      queue: exportQueue,
      work: (turn, ending) => work(place, turn, ending),
      giveUp: (turn) => fail(place, turn, 'internal'),
      failing: 'a FHIR export failed',
    },
    signal,
  );
