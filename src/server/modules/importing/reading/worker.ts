import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type ReadRequest, readSheet, type SheetPart } from './read-sheet.ts';
import { UnreadableFile } from './unreadable.ts';

export interface ReaderData extends ReadRequest {
  readonly size: number;
}

/** From the main thread: the wish for the next part, or a piece of the file; null behind the last one. */
export type ToReader = { readonly piece: Uint8Array<ArrayBuffer> | null } | { readonly next: true };
/** To the main thread: a part, or the wish for the next piece. */
export type FromReader = SheetPart | { readonly piece: true } | { readonly refused: string } | { readonly done: true };

/** Runs in the worker thread: reads on only when the main thread asks for the next part. */
export function serveReading(): void {
  if (isMainThread || !parentPort) throw new Error('read-sheet runs in a worker thread');
  const port = parentPort;
  const { size, ...request } = workerData as ReaderData;
  const send = (message: FromReader) => port.postMessage(message);
  let receive: (piece: Uint8Array | null) => void = () => {};
  async function* pieces() {
    for (;;) {
      const piece = await new Promise<Uint8Array | null>((resolve) => {
        receive = resolve;
        send({ piece: true });
      });
      if (!piece) return;
      yield piece;
    }
  }
  const parts = readSheet({ size, pieces: pieces() }, request);
  const answer = async (): Promise<FromReader> => {
    try {
      const { done, value } = await parts.next();
      return done ? { done: true } : value;
    } catch (error) {
      if (error instanceof UnreadableFile) return { refused: error.message };
      throw error;
    }
  };
  port.on('message', (message: ToReader) => {
    if ('piece' in message) receive(message.piece);
    else
      answer().then(send, (error) => {
        // An uncaught error ends the worker, and the main thread gets it.
        setImmediate(() => {
          throw error;
        });
      });
  });
}
