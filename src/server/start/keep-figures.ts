import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { foldFigures } from '#server/figures/fold-figures.ts';
import { keepCounting } from './keep-counting.ts';

const EVERY_MS = 2_000;
/** Small batches, since requests wait for the one connection of an embedded database. */
const EMBEDDED_BATCH = 200;

/** Folds changes every other second to keep reading fast; the figures are right without it. @returns a function that ends it */
export function keepFigures(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  { everyMs = EVERY_MS } = {},
): () => Promise<void> {
  const batch = database.kind === 'pglite' ? { most: EMBEDDED_BATCH } : {};
  return keepCounting(database, log, {
    everyMs,
    count: (mayContinue) => foldFigures(database.db, { mayContinue, ...batch }),
    queues: sql`figure_change, growth_change`,
    failing: 'folding the figures failed',
  });
}
