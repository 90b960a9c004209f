import { once } from 'node:events';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const WORKER = resolve(import.meta.dirname, 'health-worker.mjs');

/** What became of the questions how a server is. */
export interface Watched {
  /** The longest that each was waited for, in ms; what no process answered does not count. */
  readonly longest: { readonly health: number; readonly live: number };
  /** How often each status of `/api/health` was answered; `late` after ten seconds without an answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Asks again and again how a server is, as whoever watches it does. @returns ends it */
export function watchHealth(url: string): () => Promise<Watched> {
  const worker = new Worker(WORKER, { workerData: { url } });
  return async () => {
    const told = once(worker, 'message');
    worker.postMessage('end');
    const [watched] = (await told) as [Watched];
    await worker.terminate();
    return watched;
  };
}
