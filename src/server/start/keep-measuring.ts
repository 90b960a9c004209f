import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { createPace } from '#server/base/pace.ts';
import { pauseBetweenParts } from '#server/base/pause-between-parts.ts';
import type { Database } from '#server/db/connect.ts';
import { countWaiting, PART, recountByOtherRules, workOffChanges } from '#server/modules/measuring/work-off.ts';
import { keepCounting } from './keep-counting.ts';

const EVERY_MS = 5_000;
/** Small parts, since requests wait for the one connection of an embedded database. */
const EMBEDDED_PART = { changes: 500, groups: 2, forMs: 50 };
/** As much waits after an upgrade or a large import. */
const LARGE_BACKLOG = 100_000;
/** The share of the time that counting takes: people save meanwhile, and a few changes can wait. */
const SHARE_OF_TIME = { usual: 0.05, largeBacklog: 0.3 };

/** Counts how well was measured, as controls change or the rules do; a report counts what waits by itself if it is little. @returns a function that ends it */
export function keepMeasuring(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  { everyMs = EVERY_MS } = {},
): () => Promise<void> {
  const part = database.kind === 'pglite' ? EMBEDDED_PART : PART;
  let share = SHARE_OF_TIME.usual;
  const pace = createPace(() => share);
  return keepCounting(database, log, {
    everyMs,
    async count(mayContinue) {
      if (!mayContinue()) return 0;
      const isLarge = (await countWaiting(database.db, LARGE_BACKLOG)) >= LARGE_BACKLOG;
      share = isLarge ? SHARE_OF_TIME.largeBacklog : SHARE_OF_TIME.usual;
      const whilePossible = { ...pace, mayBegin: async () => (await pace.mayBegin()) && mayContinue() };
      const changes = await workOffChanges(database.db, part, whilePossible);
      await recountByOtherRules(database.db, { most: part.groups, between: pauseBetweenParts(mayContinue) });
      return changes;
    },
    queues: sql`measuring_change`,
    failing: 'counting how well was measured failed',
  });
}
