import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { againAndAgain } from '#server/base/again-and-again.ts';
import type { Database } from '#server/db/connect.ts';
import { foldFigures } from '#server/figures/keeping.ts';

const EVERY_MS = 2_000;
const AFTER_FAILURE_MS = 10_000;
/** So that nobody waits long for the one connection of an embedded database. */
const MOST_EMBEDDED = 200;
/** After so many folded changes an embedded database, which nobody else sweeps, is swept of what they leave behind. */
const SWEEP_AFTER = 5_000;

/**
 * Folds what changed into the figures every other second: not so that they are right, which they always are, but so that they are read
 * at once. @returns what ends it
 */
export function keepFigures(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  { everyMs = EVERY_MS } = {},
): () => Promise<void> {
  const embedded = database.kind === 'pglite';
  let unswept = 0;

  const work = async (signal: AbortSignal): Promise<boolean> => {
    const mayGoOn = () => !signal.aborted && database.room() === 'enough';
    unswept += await foldFigures(database.db, { mayGoOn, ...(embedded && { most: MOST_EMBEDDED }) });
    if (embedded && unswept >= SWEEP_AFTER) {
      await database.db.execute(sql`vacuum figure_change`);
      unswept = 0;
    }
    return true;
  };
  return againAndAgain({
    ...{ work, everyMs, afterFailureMs: AFTER_FAILURE_MS, log },
    failing: 'folding the figures failed',
  });
}
