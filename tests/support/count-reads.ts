import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { onTestFinished, vi } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { STREAM_BATCH_ROWS } from '#server/lists/listing.ts';

/** Counts the batches read from a list until the test ends; read number `failAt` fails. */
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

const BATCHES = 10;

/** Gives a running read of a list time for several batches; each turn uses the database and the thread pool as much as a batch does. */
export async function manyTurns(db: Db): Promise<void> {
  for (let turn = 0; turn < BATCHES; turn += 1) {
    const rows = await rawRows(db, sql`select * from mujer limit ${STREAM_BATCH_ROWS}`);
    await promisify(gzip)(JSON.stringify(rows));
  }
}
