import { once } from 'node:events';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { PING_LIMIT_MS } from '#server/db/embedded.ts';
import { PING_QUERY_MS } from '#server/db/postgres.ts';
import { expectWithin } from './others-share.ts';

const WORKER = resolve(import.meta.dirname, 'health-worker.mjs');

/** Results of watching the health of a server. */
export interface Watched {
  /** Longest response times in ms; refused connections do not count. */
  readonly longest: { readonly health: number; readonly live: number };
  /** Numbers of answers of `/api/health` by status; `late` after ten seconds. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Shortest response time of `/api/health` with status 503, in ms. */
  readonly soonestRefusal: number;
}

/**
 * Expects that the database always answered `/api/health`. Where others make the machine slow, it may take longer than the server waits for it.
 * @param before slowness before watching, by `slowedBy`
 */
export async function expectHealthy(
  { statuses, soonestRefusal }: Pick<Watched, 'statuses' | 'soonestRefusal'>,
  engine: 'embedded' | 'PostgreSQL',
  before: number,
): Promise<void> {
  const { 200: _, 503: refused, ...others } = statuses;
  expect(others).toEqual({});
  if (!refused) return;
  const limit = engine === 'PostgreSQL' ? PING_QUERY_MS : PING_LIMIT_MS;
  expect(soonestRefusal, 'a refusal that did not wait for the database').toBeGreaterThanOrEqual(limit);
  await expectWithin(limit, soonestRefusal, 'an answer of the database', before);
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
