import { isQueued, LOCK_EXPORTS } from '#server/db/export-queue.ts';
import { exportTable } from '#server/db/schema.ts';
import { createJobQueue, type Turn } from '#server/jobs/queue.ts';

export type StoredExport = typeof exportTable.$inferSelect;
export type ExportTurn = Turn<StoredExport>;

/** One export at a time for the whole installation. */
export const exportQueue = createJobQueue<StoredExport>(exportTable, { isQueued, lock: LOCK_EXPORTS });

/** For so long the files of an export can be downloaded. */
export const RETENTION_HOURS = 24;
const HOUR_MS = 3_600_000;

export const expiryOf = (ended: Date): Date => new Date(ended.getTime() + RETENTION_HOURS * HOUR_MS);
