import { DAMAGED, UnreadableFile } from './unreadable.ts';

/** A file that comes in pieces. */
export interface SentFile {
  readonly size: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** A file that is in memory. */
export function fileOf(data: Uint8Array): SentFile {
  async function* pieces() {
    yield data;
  }
  return { size: data.length, pieces: pieces() };
}

/** The whole file in memory. @throws UnreadableFile if it is not of its size */
export async function collect({ size, pieces }: SentFile): Promise<Uint8Array> {
  let file: Uint8Array | undefined;
  let length = 0;
  for await (const piece of pieces) {
    if (length === 0 && piece.length === size) return piece;
    if (length + piece.length > size) throw new UnreadableFile(DAMAGED);
    file ??= new Uint8Array(size);
    file.set(piece, length);
    length += piece.length;
  }
  if (!file || length < size) throw new UnreadableFile(DAMAGED);
  return file;
}

/** A file with its beginning, which is not read again. */
export async function withStart({ size, pieces }: SentFile): Promise<{ start: Uint8Array; file: SentFile }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all() {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start: first.done ? new Uint8Array() : first.value, file: { size, pieces: all() } };
}
