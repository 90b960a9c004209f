import type { FastifyBaseLogger } from 'fastify';
import { againAndAgain } from '#server/base/again-and-again.ts';
import type { Database } from '#server/db/connect.ts';
import { forgetDevices } from '#server/modules/devices/forget-devices.ts';
import { forgetSent } from '#server/modules/sending/forget.ts';
import { beginEpoch, forgetDepartures } from '#server/modules/sync/epoch.ts';

const EVERY_MS = 60 * 60_000;
const AFTER_FAILURE_MS = 10_000;

/** Keeps the list of booklets complete, and deletes old departures, receipts and devices. @returns a function that ends it */
export const keepBooklets = (database: Database, log: Pick<FastifyBaseLogger, 'error'>): (() => Promise<void>) =>
  againAndAgain({
    work: async () => {
      if (database.room() !== 'enough') return false;
      await beginEpoch(database);
      await forgetDepartures(database.db);
      await forgetSent(database.db);
      await forgetDevices(database.db);
      return true;
    },
    ...{ everyMs: EVERY_MS, afterFailureMs: AFTER_FAILURE_MS, log, failing: 'keeping the list of booklets failed' },
  });
