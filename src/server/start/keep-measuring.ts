import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { pauseBetweenParts } from '#server/base/pause-between-parts.ts';
import type { Database } from '#server/db/connect.ts';
import { recountByOtherRules, workOffChanges } from '#server/modules/measuring/work-off.ts';
import { keepCounting } from './keep-counting.ts';

const EVERY_MS = 5_000;
/** Small batches, since requests wait for the one connection of an embedded database. */
const EMBEDDED_BATCH = 5;

/** Counts how well was measured, as controls change or the rules do; a report counts what waits by itself if it is little. @returns a function that ends it */
export function keepMeasuring(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  { everyMs = EVERY_MS } = {},
): () => Promise<void> {
  const batch = database.kind === 'pglite' ? { most: EMBEDDED_BATCH } : {};
  return keepCounting(database, log, {
    everyMs,
    async count(mayContinue) {
      if (!mayContinue()) return 0;
      const working = { between: pauseBetweenParts(mayContinue), ...batch };
      const changes = await workOffChanges(database.db, working);
      await recountByOtherRules(database.db, working);
      return changes;
    },
    queues: sql`measuring_change`,
    failing: 'counting how well was measured failed',
  });
}
