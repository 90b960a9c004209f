import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { createPace } from '#server/base/pace.ts';
import { pauseBetweenParts } from '#server/base/pause-between-parts.ts';
import type { Database } from '#server/db/connect.ts';
import { PART, recountByOtherRules, workOffChanges } from '#server/modules/measuring/work-off.ts';
import { keepCounting } from './keep-counting.ts';

const EVERY_MS = 5_000;
/** Small parts, since requests wait for the one connection of an embedded database. */
const EMBEDDED_PART = { changes: 500, groups: 2, forMs: 50 };
/** People save while changes are counted. A group is read whole for each of its changes, so that less work is also less in all. */
const SHARE_OF_TIME = 0.05;

/** Counts how well was measured, as controls change or the rules do; a report counts what waits by itself if it is little. @returns a function that ends it */
export function keepMeasuring(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  { everyMs = EVERY_MS } = {},
): () => Promise<void> {
  const part = database.kind === 'pglite' ? EMBEDDED_PART : PART;
  const pace = createPace(SHARE_OF_TIME);
  return keepCounting(database, log, {
    everyMs,
    async count(mayContinue) {
      if (!mayContinue()) return 0;
      const whilePossible = { ...pace, mayBegin: async () => (await pace.mayBegin()) && mayContinue() };
      const changes = await workOffChanges(database.db, part, whilePossible);
      await recountByOtherRules(database.db, { most: part.groups, between: pauseBetweenParts(mayContinue) });
      return changes;
    },
    queues: sql`measuring_change`,
    failing: 'counting how well was measured failed',
  });
}
