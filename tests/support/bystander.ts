import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const WORKER = resolve(import.meta.dirname, 'bystander-worker.mjs');

export interface Pause {
  readonly from: number;
  readonly to: number;
}

/** A time on the clock that all threads share, in ms. */
export const sharedClock = () => performance.timeOrigin + performance.now();

/**
 * A thread that waits, 10 ms unless told otherwise, and flushes one byte to the disk, again and again. Its pauses are those of the machine: no processor or no disk for any
 * program at that moment, whatever the server under test did.
 */
export async function startBystander(everyMs = 10): Promise<{
  /** The pauses until now that are over. */
  pauses(): Promise<readonly Pause[]>;
  /** @returns the part of an interval in which the machine did not pause, in ms */
  stop(): Promise<(from: number, to: number) => number>;
}> {
  const worker = new Worker(WORKER, {
    workerData: { everyMs, path: join(tmpdir(), `libreta-bystander-${crypto.randomUUID()}`) },
  });
  await once(worker, 'message');
  worker.unref();
  return {
    async pauses() {
      worker.postMessage('pauses');
      const [pauses] = (await once(worker, 'message')) as [Pause[]];
      return pauses;
    },
    async stop() {
      const message = once(worker, 'message');
      worker.postMessage('stop');
      const [pauses] = (await message) as [Pause[]];
      await worker.terminate();
      return (from, to) =>
        pauses.reduce(
          (left, pause) => left - Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from)),
          to - from,
        );
    },
  };
}
