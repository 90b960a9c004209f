import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type ReadRequest, readSheet, type SheetPart } from './read-sheet.ts';
import { UnreadableFile } from './unreadable.ts';

/** From the main thread: the file part by part, its end, and the wish for the next part of what was read. */
export type ToReader = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly next: true };
export type FromReader = SheetPart | { readonly refused: string } | { readonly done: true };

export interface ReaderData extends ReadRequest {
  readonly size: number;
}

/** Runs in the worker thread: collects the file, then answers each wish with a part of what it holds. */
export function serveReading(): void {
  if (isMainThread || !parentPort) throw new Error('read-sheet runs in a worker thread');
  const port = parentPort;
  const { size, ...request } = workerData as ReaderData;
  const file = new Uint8Array(size);
  let length = 0;
  let parts: AsyncGenerator<SheetPart> | undefined;
  const answer = async (): Promise<FromReader> => {
    try {
      parts ??= readSheet(file.subarray(0, length), request);
      const { done, value } = await parts.next();
      return done ? { done: true } : value;
    } catch (error) {
      if (error instanceof UnreadableFile) return { refused: error.message };
      throw error;
    }
  };
  port.on('message', (message: ToReader) => {
    if ('bytes' in message) {
      file.set(message.bytes, length);
      length += message.bytes.length;
    } else if ('next' in message)
      answer().then(
        (part) => port.postMessage(part),
        (error) => {
          // An uncaught error ends the worker, and the main thread gets it.
          setImmediate(() => {
            throw error;
          });
        },
      );
  });
}
