import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Asks how a server is on a thread of its own: what the test itself is busy with does not count as the server's slowness.

const EVERY_MS = 40;
/** Longer than any promise about health. */
const GIVEN_UP_MS = 10_000;

const told = { longest: { health: 0, live: 0 }, statuses: {} };
let over = false;

async function ask(what, path) {
  while (!over) {
    const asked = performance.now();
    const status = await fetch(`${workerData.url}${path}`, { signal: AbortSignal.timeout(GIVEN_UP_MS) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      (error) => (error.name === 'TimeoutError' ? 'late' : undefined),
    );
    if (status !== undefined) told.longest[what] = Math.max(told.longest[what], performance.now() - asked);
    if (what === 'health' && status !== undefined) told.statuses[status] = (told.statuses[status] ?? 0) + 1;
    await wait(EVERY_MS);
  }
}

const asking = Promise.all([ask('health', '/api/health'), ask('live', '/api/health/live')]);
parentPort.once('message', async () => {
  over = true;
  await asking;
  parentPort.postMessage(told);
});
