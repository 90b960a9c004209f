import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '#server/base/run-periodically.ts';
import type { Database } from '#server/db/connect.ts';
import { foldFigures } from '#server/figures/fold-figures.ts';

const EVERY_MS = 2_000;
const AFTER_FAILURE_MS = 10_000;
/** Small batches, since requests wait for the one connection of an embedded database. */
const EMBEDDED_BATCH = 200;
/** An embedded database has no autovacuum, so it is vacuumed after so many folded changes. */
const VACUUM_AFTER = 5_000;

/** Folds changes every other second to keep reading fast; the figures are right without it. @returns a function that ends it */
export function keepFigures(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  { everyMs = EVERY_MS } = {},
): () => Promise<void> {
  const embedded = database.kind === 'pglite';
  let unvacuumed = 0;

  const work = async (signal: AbortSignal): Promise<boolean> => {
    const mayContinue = () => !signal.aborted && database.room() === 'enough';
    unvacuumed += await foldFigures(database.db, { mayContinue, ...(embedded && { most: EMBEDDED_BATCH }) });
    if (embedded && unvacuumed >= VACUUM_AFTER) {
      await database.db.execute(sql`vacuum figure_change, growth_change`);
      unvacuumed = 0;
    }
    return true;
  };
  return runPeriodically({
    ...{ work, everyMs, afterFailureMs: AFTER_FAILURE_MS, log },
    failing: 'folding the figures failed',
  });
}
