import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Batch, batchesOf, batchOf } from './batch.ts';
import type { Plan } from './plan.ts';

/** Parts per worker that are made ahead of the one being stored. */
const AHEAD = 2;
/** Most memory of a part is short-lived. */
const YOUNG_MB = 64;

export function isWorker(): boolean {
  if (isMainThread || !parentPort) return false;
  const port = parentPort;
  const { plan } = workerData as { plan: Plan };
  let turn = Promise.resolve();
  port.on('message', (number: number) => {
    turn = turn.then(async () => {
      const batch = await batchOf(plan, number);
      // Transferred, not copied.
      port.postMessage(
        batch,
        [...batch.values()].map(({ lines }) => lines.buffer),
      );
    });
  });
  return true;
}

/** @param entry a program that begins with {@link isWorker} */
function startWorker(entry: URL, plan: Plan) {
  const worker = new Worker(entry, { workerData: { plan }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  const waiting: { resolve: (batch: Batch) => void; reject: (error: unknown) => void }[] = [];
  worker.on('message', (batch: Batch) => waiting.shift()?.resolve(batch));
  worker.on('error', (error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return {
    make: (number: number) =>
      new Promise<Batch>((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(number);
      }),
    end: () => worker.terminate(),
  };
}

export const partsByWorkers = (entry: URL) =>
  async function* parts(plan: Plan): AsyncGenerator<Batch> {
    const workers = Array.from({ length: Math.max(2, availableParallelism()) }, () => startWorker(entry, plan));
    const count = batchesOf(plan);
    const making: Promise<Batch>[] = [];
    try {
      for (let requested = 0, number = 0; number < count; number += 1) {
        for (; requested < Math.min(count, number + AHEAD * workers.length); requested += 1) {
          const batch = (workers[requested % workers.length] as (typeof workers)[number]).make(requested);
          // An error is handled when the part is awaited.
          batch.catch(() => {});
          making.push(batch);
        }
        yield (await making.shift()) as Batch;
      }
    } finally {
      await Promise.all(workers.map((worker) => worker.end()));
    }
  };
