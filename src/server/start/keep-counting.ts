import { type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '#server/base/run-periodically.ts';
import type { Database } from '#server/db/connect.ts';

const AFTER_FAILURE_MS = 10_000;
/** An embedded database has no autovacuum, so it is vacuumed after so many counted changes. */
const VACUUM_AFTER = 5_000;

interface Counting {
  readonly everyMs: number;
  /** Counts changes. @returns how many */
  readonly count: (mayContinue: () => boolean) => Promise<number>;
  /** The tables in which changes wait. */
  readonly queues: SQL;
  /** What is logged if it fails. */
  readonly failing: string;
}

/** Counts what triggers have noted, from time to time, while there is room on the disk. @returns a function that ends it */
export function keepCounting(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  { everyMs, count, queues, failing }: Counting,
): () => Promise<void> {
  let unvacuumed = 0;

  const work = async (signal: AbortSignal): Promise<boolean> => {
    unvacuumed += await count(() => !signal.aborted && database.room() === 'enough');
    if (database.kind === 'pglite' && unvacuumed >= VACUUM_AFTER) {
      await database.db.execute(sql`vacuum ${queues}`);
      unvacuumed = 0;
    }
    return true;
  };
  return runPeriodically({ work, everyMs, afterFailureMs: AFTER_FAILURE_MS, log, failing });
}
