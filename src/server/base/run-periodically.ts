import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { errorForLog } from './error-for-log.ts';

interface PeriodicWork {
  /** @returns false to run again after `afterFailureMs`, as it does when it fails */
  work(signal: AbortSignal): Promise<boolean>;
  everyMs: number;
  afterFailureMs: number;
  log: Pick<FastifyBaseLogger, 'error'>;
  failing: string;
}

/** Runs the work now and then periodically, and keeps no process alive. @returns a function that stops it after the current run */
export function runPeriodically({ work, everyMs, afterFailureMs, log, failing }: PeriodicWork): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const once = () =>
    work(signal).catch((error: unknown) => {
      log.error({ err: errorForLog(error) }, failing);
      return false;
    });
  const running = (async () => {
    while (!signal.aborted) {
      const pause = (await once()) ? everyMs : afterFailureMs;
      await setTimeout(pause, undefined, { ref: false, signal }).catch(() => {});
    }
  })();
  return async () => {
    ending.abort();
    await running;
  };
}
