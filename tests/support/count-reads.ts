import { onTestFinished, vi } from 'vitest';
import type { Db } from '#server/db/connect.ts';

/** Counts the reads of whole batches of a list until the test ends; the one that is `failAt` fails. */
export function countReads(db: Db, failAt = Number.POSITIVE_INFINITY): () => number {
  const select = db.select.bind(db);
  let reads = 0;
  const spy = vi.spyOn(db, 'select').mockImplementation(((fields: Record<string, unknown> | undefined) => {
    if (fields && 'row' in fields) {
      reads += 1;
      if (reads === failAt) throw new Error('the database is gone');
    }
    return select(fields as never);
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return () => reads;
}
