import { fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SheetPart } from './read-sheet.ts';
import type { FromReader, ReaderData, ToReader } from './reading-process.ts';
import { TOO_BIG_INSIDE, TOO_SLOW, UnreadableFile } from './unreadable.ts';

/** The heap of the process that reads; every format is read row by row and needs a fraction of it. */
const HEAP_MB = 128;
/** Between two answers. */
const LONGEST_MS = 60_000;
/** How V8 ends a process whose heap is full. */
const OUT_OF_MEMORY = { code: 134, signal: 'SIGABRT' };

/** From the sources, as in tests and `npm run dev`, the process first needs the loader for TypeScript. */
function startReading() {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = isSource ? '../../../commands/read-sheet.ts' : './read-sheet.js';
  return fork(fileURLToPath(new URL(entry, import.meta.url)), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`, ...(isSource ? ['--import', 'tsx'] : [])],
    // No secret of the server, which a hostile file might get at. The loader for TypeScript keeps files in TMPDIR.
    env: { TMPDIR: process.env.TMPDIR },
    // What a broken file makes it print is of no use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/**
 * Reads a file in a process of its own, so that the server neither waits nor runs out of memory, whatever the file.
 * @throws UnreadableFile with a sentence for the sender
 */
export async function* readInProcess(
  bytes: AsyncIterable<Uint8Array>,
  data: ReaderData,
  signal: AbortSignal,
): AsyncGenerator<SheetPart> {
  signal.throwIfAborted();
  const child = startReading();
  const ended = new AbortController();
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => {
      const isFull = code === OUT_OF_MEMORY.code || by === OUT_OF_MEMORY.signal;
      reject(
        isFull ? new UnreadableFile(TOO_BIG_INSIDE) : new Error(`the process that reads a file ended: ${by ?? code}`),
      );
    });
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
  });
  failed.catch(() => {});
  const pieces = bytes[Symbol.asyncIterator]();
  const send = (message: ToReader) =>
    child.send(message, (error) => {
      // The end of the process is reported by its own event.
      if (error && child.exitCode === null) child.kill('SIGKILL');
    });

  const ask = async (message: ToReader): Promise<FromReader> => {
    const answer = new Promise<FromReader>((resolve) => {
      child.once('message', (sent) => resolve(sent as FromReader));
    });
    send(message);
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
    return ask({ piece: done ? null : value });
  };

  try {
    send({ read: data });
    for (;;) {
      let answer = await ask({ next: true });
      while ('piece' in answer) answer = await giveNextPiece();
      if ('done' in answer) return;
      if ('refused' in answer) throw new UnreadableFile(answer.refused);
      yield answer;
    }
  } finally {
    ended.abort();
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    await pieces.return?.();
  }
}
