import { sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { isQueued } from '#server/db/import-queue.ts';
import { importTable } from '#server/db/schema.ts';
import { createJobQueue, type Changes as JobChanges, type Turn as JobTurn } from '#server/jobs/queue.ts';
import type { StoredImport } from '#server/modules/importing/rules/import-rules.ts';

/** One import at a time for the whole installation. */
export const imports = createJobQueue<StoredImport>(importTable, {
  isQueued,
  lock: sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.imports})`,
});

export const { proceed } = imports;

export type Changes = JobChanges<StoredImport>;
export type Turn = JobTurn<StoredImport>;

/** Rows that are done: tries count from the last of them. */
export const progress = (rows: number) => ({ hechas: sql`${importTable.hechas} + ${rows}`, intentos: 0 });
