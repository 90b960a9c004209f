import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { Database } from '#server/db/connect.ts';
import { createBatchWriter } from '#server/journal/batch-writer.ts';
import { storeTimes, type TakenTime, takenTime } from '#server/modules/form-times/form-times-repository.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts how many seconds the form of a new record was open; undefined if the device did not measure it. @param written the time of writing, if the record waited on a device */
    noteFormTime(tipo: string, seconds: number | undefined, written?: string): void;
  }
}

const STORED_AFTER_MS = 5_000;

interface FormTimesOptions {
  database: Database;
  /** Called with each time, for the metrics. */
  taken?: ((tipo: string, seconds: number) => void) | undefined;
}

/** Collects the times and stores them together, so that no save waits for a row that all saves share. */
export const formTimesPlugin = fp(async (app: FastifyInstance, { database, taken }: FormTimesOptions) => {
  const times = createBatchWriter<TakenTime>({
    write: async (some) => {
      if (database.room() === 'enough') await storeTimes(database.db, some);
    },
    afterMs: STORED_AFTER_MS,
    failed: (error) => app.log.error({ err: errorForLog(error) }, 'storing the times of forms failed'),
    lost: () => {},
  });
  app.decorate('noteFormTime', (tipo: string, seconds: number | undefined, written?: string) => {
    if (seconds === undefined) return;
    times.add(takenTime(tipo, seconds, written));
    taken?.(tipo, seconds);
  });
  app.addHook('onClose', times.close);
});
