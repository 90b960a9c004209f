import { sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import { violatedUniqueIndex } from '#server/base/db-errors.ts';
import type { Db } from '#server/db/connect.ts';
import type { StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { type Changes, proceed } from './turn.ts';
import type { Work } from './work.ts';

const MAX_CONFLICTS = 3;

/** The repository reports a unique value that is taken as a conflict. */
const isConflict = (error: unknown) =>
  violatedUniqueIndex(error) !== null || (error instanceof AppError && error.code === 'conflict');

/**
 * One batch in one transaction: rows, figures, summaries, journal and progress appear together or not at all.
 * @param write writes some rows @returns the changes of the import; null when no row is left
 */
export async function inOneBatch(
  { db, turn }: Work,
  stored: StoredImport,
  write: (inside: Db) => Promise<Changes | null>,
): Promise<StoredImport | null> {
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return await db.transaction(async (inside) => {
        await inside.execute(sql`select figure_batch_begin()`);
        const changes = await write(inside);
        if (!changes) return null;
        const after = await proceed(inside, { ...turn, stored }, changes);
        await inside.execute(sql`select figure_batch_end()`);
        return after;
      });
    } catch (error) {
      // Somebody saved the same person or took a unique value meanwhile: the next attempt sees it.
      if (!isConflict(error) || conflicts === MAX_CONFLICTS) throw error;
    }
  }
}
