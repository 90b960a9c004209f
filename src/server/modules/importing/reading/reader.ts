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

/** The heap of the worker. No single allocation of a reader comes near it, so that a thread that needs more ends alone. */
const HEAP_MB = 96;
const YOUNG_MB = 8;
/** Between two answers. */
const LONGEST_MS = 60_000;

/** Reads a file in a worker thread, so that the server goes on answering. @throws UnreadableFile with a sentence */
export async function* readInWorker(
  bytes: AsyncIterable<Uint8Array>,
  data: ReaderData,
  signal: AbortSignal,
): AsyncGenerator<SheetPart> {
  signal.throwIfAborted();
  const worker = startWorker({
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const ended = new AbortController();
  const failed = new Promise<never>((_resolve, reject) => {
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableFile(TOO_BIG_INSIDE) : error),
    );
    worker.once('exit', () => reject(new Error('the thread that reads a file ended')));
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
  });
  failed.catch(() => {});
  const pieces = bytes[Symbol.asyncIterator]();

  const ask = async (message: ToReader, transfer: ArrayBuffer[] = []): Promise<FromReader> => {
    const answer = new Promise<FromReader>((resolve) => worker.once('message', resolve));
    worker.postMessage(message, transfer);
    const answered = new AbortController();
    const late = (async () => {
      await setTimeout(LONGEST_MS, undefined, { ref: false, signal: answered.signal });
      throw new UnreadableFile(TOO_SLOW);
    })();
    late.catch(() => {});
    try {
      return await Promise.race([answer, failed, late]);
    } finally {
      answered.abort();
    }
  };
  const giveNextPiece = async (): Promise<FromReader> => {
    const { done, value } = await pieces.next();
    if (done) return ask({ piece: null });
    // A copy of its own can be handed over.
    const piece = new Uint8Array(value);
    return ask({ piece }, [piece.buffer]);
  };

  try {
    for (;;) {
      let answer = await ask({ next: true });
      while ('piece' in answer) answer = await giveNextPiece();
      if ('done' in answer) return;
      if ('refused' in answer) throw new UnreadableFile(answer.refused);
      yield answer;
    }
  } finally {
    ended.abort();
    await worker.terminate();
    await pieces.return?.();
  }
}
