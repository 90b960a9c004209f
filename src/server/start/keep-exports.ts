import { runPeriodically } from '#server/base/run-periodically.ts';
import { deleteOldExports } from '#server/modules/fhir-export/delete-exports.ts';
import { type ExportWorkplace, workOnExports } from '#server/modules/fhir-export/work-on-exports.ts';

const EVERY_MS = 1_000;
const DELETE_EVERY_MS = 10_000;
const AFTER_FAILURE_MS = 5_000;

/** Works on FHIR exports one after another, and deletes those that are over. @returns a function that ends it after the batch under way */
export function keepExports(place: ExportWorkplace): () => Promise<void> {
  const { database, log } = place;
  const shared = { afterFailureMs: AFTER_FAILURE_MS, log };
  const endings = [
    runPeriodically({
      ...{ ...shared, everyMs: EVERY_MS, failing: 'working on FHIR exports failed' },
      work: async (signal) => {
        await workOnExports(place, signal);
        return true;
      },
    }),
    runPeriodically({
      ...{ ...shared, everyMs: DELETE_EVERY_MS, failing: 'deleting old FHIR exports failed' },
      work: async (signal) => {
        const mayContinue = () => !signal.aborted && database.room() !== 'out';
        if (mayContinue()) await deleteOldExports(database, mayContinue);
        return true;
      },
    }),
  ];
  return async () => {
    await Promise.all(endings.map((end) => end()));
  };
}
