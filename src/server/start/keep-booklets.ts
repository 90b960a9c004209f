import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '#server/base/run-periodically.ts';
import type { Database } from '#server/db/connect.ts';
import { deleteUnusedDevices } from '#server/modules/devices/delete-unused-devices.ts';
import { deleteOldReceipts } from '#server/modules/sending/delete-old-receipts.ts';
import { beginEpoch, deleteOldDepartures } from '#server/modules/sync/epoch.ts';

const EVERY_MS = 60 * 60_000;
const AFTER_FAILURE_MS = 10_000;

/** Keeps the list of booklets complete, and deletes old departures, receipts and devices. @returns a function that ends it */
export const keepBooklets = (database: Database, log: Pick<FastifyBaseLogger, 'error'>): (() => Promise<void>) =>
  runPeriodically({
    work: async () => {
      if (database.room() !== 'enough') return false;
      await beginEpoch(database);
      await deleteOldDepartures(database.db);
      await deleteOldReceipts(database.db);
      await deleteUnusedDevices(database.db);
      return true;
    },
    ...{ everyMs: EVERY_MS, afterFailureMs: AFTER_FAILURE_MS, log, failing: 'keeping the list of booklets failed' },
  });
