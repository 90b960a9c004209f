import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Runs on its own thread, so that work of the test does not count as slowness of the server.

const EVERY_MS = 40;
/** Longer than any promised response time. */
const GIVEN_UP_MS = 10_000;

const results = { longest: { health: 0, live: 0 }, statuses: {}, soonestRefusal: Number.POSITIVE_INFINITY };
let over = false;

async function ask(what, path) {
  while (!over) {
    const started = performance.now();
    const status = await fetch(`${workerData.url}${path}`, { signal: AbortSignal.timeout(GIVEN_UP_MS) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      (error) => (error.name === 'TimeoutError' ? 'late' : undefined),
    );
    const ms = performance.now() - started;
    if (status !== undefined) results.longest[what] = Math.max(results.longest[what], ms);
    if (what === 'health' && status !== undefined) results.statuses[status] = (results.statuses[status] ?? 0) + 1;
    if (what === 'health' && status === 503) results.soonestRefusal = Math.min(results.soonestRefusal, ms);
    await wait(EVERY_MS);
  }
}

const asking = Promise.all([ask('health', '/api/health'), ask('live', '/api/health/live')]);
parentPort.once('message', async () => {
  over = true;
  await asking;
  parentPort.postMessage(results);
});
