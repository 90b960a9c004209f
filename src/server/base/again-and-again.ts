import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { errorForLog } from './error-for-log.ts';

interface Repeated {
  /** @returns false when it is to be tried again soon, as when it fails */
  work(signal: AbortSignal): Promise<boolean>;
  everyMs: number;
  afterFailureMs: number;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** What the log says of a failure. */
  failing: string;
}

/**
 * Works now, and again each time after a while, for as long as the server runs; that it waits keeps no process alive.
 * @returns what ends it, after the work under way
 */
export function againAndAgain({ work, everyMs, afterFailureMs, log, failing }: Repeated): () => Promise<void> {
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
