import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Batch, batchesOf, batchOf } from './batch.ts';
import type { Plan } from './plan.ts';

/** Parts that are made ahead of the one that is stored, for each worker. */
const AHEAD = 2;
/** Most of what a part is made of is thrown away at once. */
const YOUNG_MB = 64;

/** What a worker of {@link partsByWorkers} does: it makes the parts that it is asked for. @returns whether this is one */
export function isWorker(): boolean {
  if (isMainThread || !parentPort) return false;
  const port = parentPort;
  const { plan } = workerData as { plan: Plan };
  let turn = Promise.resolve();
  port.on('message', (number: number) => {
    turn = turn.then(async () => {
      const batch = await batchOf(plan, number);
      // Handed over, not copied.
      port.postMessage(
        batch,
        [...batch.values()].map(({ lines }) => lines.buffer),
      );
    });
  });
  return true;
}

/** One thread that makes parts. @param entry a program that begins with {@link isWorker} */
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

/** The parts of a population in their order, made by as many threads as there are cores. */
export const partsByWorkers = (entry: URL) =>
  async function* parts(plan: Plan): AsyncGenerator<Batch> {
    const workers = Array.from({ length: Math.max(2, availableParallelism()) }, () => startWorker(entry, plan));
    const count = batchesOf(plan);
    const making: Promise<Batch>[] = [];
    try {
      for (let asked = 0, number = 0; number < count; number += 1) {
        for (; asked < Math.min(count, number + AHEAD * workers.length); asked += 1) {
          const batch = (workers[asked % workers.length] as (typeof workers)[number]).make(asked);
          // It is looked at in its turn.
          batch.catch(() => {});
          making.push(batch);
        }
        yield (await making.shift()) as Batch;
      }
    } finally {
      await Promise.all(workers.map((worker) => worker.end()));
    }
  };
