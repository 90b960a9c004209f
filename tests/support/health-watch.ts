import { once } from 'node:events';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const WORKER = resolve(import.meta.dirname, 'health-worker.mjs');

/** Results of watching the health of a server. */
export interface Watched {
  /** Longest response times in ms; refused connections do not count. */
  readonly longest: { readonly health: number; readonly live: number };
  /** Numbers of answers of `/api/health` by status; `late` after ten seconds. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Polls the health of a server. @returns stops it */
export function watchHealth(url: string): () => Promise<Watched> {
  const worker = new Worker(WORKER, { workerData: { url } });
  return async () => {
    const message = once(worker, 'message');
    worker.postMessage('end');
    const [watched] = (await message) as [Watched];
    await worker.terminate();
    return watched;
  };
}
