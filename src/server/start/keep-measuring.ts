import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { pauseBetweenParts } from '#server/base/pause-between-parts.ts';
import { runPeriodically } from '#server/base/run-periodically.ts';
import type { Database } from '#server/db/connect.ts';
import { recountByOtherRules, workOffChanges } from '#server/modules/measuring/work-off.ts';

const EVERY_MS = 5_000;
const AFTER_FAILURE_MS = 10_000;
/** Small batches, since requests wait for the one connection of an embedded database. */
const EMBEDDED_BATCH = 5;
/** An embedded database has no autovacuum, so it is vacuumed after so many changes. */
const VACUUM_AFTER = 5_000;

/** Counts how well was measured, as controls change or the rules do; a report counts what waits by itself if it is little. @returns a function that ends it */
export function keepMeasuring(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  { everyMs = EVERY_MS } = {},
): () => Promise<void> {
  const embedded = database.kind === 'pglite';
  let unvacuumed = 0;

  const work = async (signal: AbortSignal): Promise<boolean> => {
    const mayContinue = () => !signal.aborted && database.room() === 'enough';
    if (!mayContinue()) return true;
    const working = { between: pauseBetweenParts(mayContinue), ...(embedded && { most: EMBEDDED_BATCH }) };
    unvacuumed += await workOffChanges(database.db, working);
    await recountByOtherRules(database.db, working);
    if (embedded && unvacuumed >= VACUUM_AFTER) {
      await database.db.execute(sql`vacuum measuring_change`);
      unvacuumed = 0;
    }
    return true;
  };
  return runPeriodically({
    ...{ work, everyMs, afterFailureMs: AFTER_FAILURE_MS, log },
    failing: 'counting how well was measured failed',
  });
}
