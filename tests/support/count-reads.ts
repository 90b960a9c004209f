import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { onTestFinished, vi } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { BATCH } from '#server/lists/listing.ts';

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

const TURNS = 10;

/** Gives whoever still reads a list the time in which so many batches are read; each turn asks the database and the pool of threads for as much. */
export async function manyTurns(db: Db): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const rows = await rawRows(db, sql`select * from mujer limit ${BATCH}`);
    await promisify(gzip)(JSON.stringify(rows));
  }
}
