import { type ReadRequest, readSheet, type SheetPart } from './read-sheet.ts';
import { UnreadableFile } from './unreadable.ts';

export interface ReaderData extends ReadRequest {
  readonly size: number;
}

/** From the server: what to read, the wish for the next part, or a piece of the file; null behind the last one. */
export type ToReader = { readonly read: ReaderData } | { readonly next: true } | { readonly piece: Uint8Array | null };
/** To the server: a part, or the wish for the next piece. */
export type FromReader = SheetPart | { readonly piece: true } | { readonly refused: string } | { readonly done: true };

/** Runs in the process that reads a file: it reads on only when the server wishes the next part, and ends with the server. */
export function serveReading(): void {
  if (!process.send) throw new Error('read-sheet is started by the server');
  process.once('disconnect', () => process.exit());
  const send = (message: FromReader) => process.send?.(message);
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
  let parts: AsyncGenerator<SheetPart> | undefined;
  const answer = async (): Promise<FromReader> => {
    try {
      const { done, value } = (await parts?.next()) ?? { done: true };
      return done || !value ? { done: true } : value;
    } catch (error) {
      if (error instanceof UnreadableFile) return { refused: error.message };
      throw error;
    }
  };
  process.on('message', (message: ToReader) => {
    if ('piece' in message) receive(message.piece);
    else if ('read' in message) {
      const { size, ...request } = message.read;
      parts = readSheet({ size, pieces: pieces() }, request);
    } else
      answer().then(send, (error) => {
        // An uncaught error ends the process with its trace, and the server reports the end.
        setImmediate(() => {
          throw error;
        });
      });
  });
}
