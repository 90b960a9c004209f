import type { Readable } from 'node:stream';
import { MAX_FILE_BYTES } from '#domain/calls/importing.ts';
import { AppError } from '#domain/errors.ts';

const PART_BYTES = 512 * 1024;

interface FilePart {
  readonly parte: number;
  readonly contenido: Buffer;
}

/** Stores a file part by part as it arrives, so that memory does not grow with it. @returns its size @throws AppError fileTooLarge */
export async function storeFile(file: Readable, storePart: (part: FilePart) => Promise<void>): Promise<number> {
  let [size, part, waiting]: [number, number, Buffer[]] = [0, 0, []];
  let waitingBytes = 0;
  const store = async () => {
    if (waitingBytes === 0) return;
    const contenido = Buffer.concat(waiting, waitingBytes);
    [waiting, waitingBytes] = [[], 0];
    await storePart({ parte: part, contenido });
    part += 1;
  };
  // A refused file is not cut off: the sender would get no answer.
  for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) throw new AppError('fileTooLarge');
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes >= PART_BYTES) await store();
  }
  await store();
  return size;
}
