import { runPeriodically } from '#server/base/run-periodically.ts';
import { deleteOldImports } from '#server/modules/importing/delete-imports.ts';
import { type Working, workOnImports } from '#server/modules/importing/work/work-on-imports.ts';

const EVERY_MS = 500;
const AFTER_FAILURE_MS = 5_000;
const DELETE_EVERY_MS = 60 * 60_000;

/** Works on imports one after another, and deletes what is over. @returns a function that ends it after the batch under way */
export function keepImports(working: Working): () => Promise<void> {
  const { database, log } = working;
  let deleted = Number.NEGATIVE_INFINITY;
  return runPeriodically({
    work: async (signal) => {
      await workOnImports(working, signal);
      if (performance.now() - deleted > DELETE_EVERY_MS && database.room() === 'enough') {
        await deleteOldImports(database.db, () => !signal.aborted && database.room() === 'enough');
        deleted = performance.now();
      }
      return true;
    },
    ...{ everyMs: EVERY_MS, afterFailureMs: AFTER_FAILURE_MS, log, failing: 'working on imports failed' },
  });
}
