import { setTimeout } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { SheetPart } from './read-sheet.ts';
import { TOO_BIG_INSIDE, TOO_SLOW, UnreadableFile } from './unreadable.ts';
import type { FromReader, ReaderData, ToReader } from './worker.ts';

/** From the sources, as in tests and `npm run dev`, the worker first needs the loader for TypeScript. */
function startWorker(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./read-sheet.js', import.meta.url), options);
  const entry = new URL('../../../commands/read-sheet.ts', import.meta.url).href;
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
  return new Worker(program, { ...options, eval: true, execArgv: [] });
}

/** The heap of the worker; what it inflates lies beside. */
const HEAP_MB = 128;
const YOUNG_MB = 16;
/** A file that makes the process grow by more is refused. */
const MAX_GROWTH_BYTES = 400 * 1024 * 1024;
const WATCH_MS = 50;
/** Between two parts. */
const LONGEST_MS = 60_000;

/** Reads a file in a worker thread, which may run out of memory without the server. @throws UnreadableFile with a sentence */
export async function* readInWorker(
  bytes: AsyncIterable<Uint8Array>,
  data: ReaderData,
  signal: AbortSignal,
): AsyncGenerator<SheetPart> {
  const worker = startWorker({
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const ended = new AbortController();
  const failed = new Promise<never>((_resolve, reject) => {
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableFile(TOO_BIG_INSIDE) : error),
    );
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
  });
  failed.catch(() => {});
  const before = process.memoryUsage.rss();
  const grown = (async () => {
    for (;;) {
      await setTimeout(WATCH_MS, undefined, { ref: false, signal: ended.signal });
      if (process.memoryUsage.rss() - before > MAX_GROWTH_BYTES) throw new UnreadableFile(TOO_BIG_INSIDE);
    }
  })();
  grown.catch(() => {});
  const send = (message: ToReader, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  const next = async (): Promise<FromReader> => {
    const part = new Promise<FromReader>((resolve) => worker.once('message', resolve));
    send({ next: true });
    const answered = new AbortController();
    const late = (async () => {
      await setTimeout(LONGEST_MS, undefined, { ref: false, signal: answered.signal });
      throw new UnreadableFile(TOO_SLOW);
    })();
    late.catch(() => {});
    try {
      return await Promise.race([part, failed, grown as Promise<never>, late]);
    } finally {
      answered.abort();
    }
  };
  try {
    for await (const some of bytes) {
      // A copy of its own can be transferred.
      const own = new Uint8Array(some);
      send({ bytes: own }, [own.buffer]);
    }
    for (;;) {
      const part = await next();
      if ('done' in part) return;
      if ('refused' in part) throw new UnreadableFile(part.refused);
      yield part;
    }
  } finally {
    ended.abort();
    await worker.terminate();
  }
}
