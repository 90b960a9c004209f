import type { Readable } from 'node:stream';
import { and, eq, isNotNull } from 'drizzle-orm';
import { MAX_FILE_BYTES } from '#domain/calls/importing.ts';
import { AppError } from '#domain/errors.ts';
import type { RecordKey } from '#domain/records/index.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { entering } from '#server/db/import-queue.ts';
import { importPartTable, importTable } from '#server/db/schema.ts';

const PART_BYTES = 512 * 1024;
/** Also true while the file arrives. */
const INCOMPLETE = 'El archivo no ha llegado completo. Si nadie lo está subiendo, súbelo otra vez.';

/** Stores a file part by part as it arrives, so that memory does not grow with it. @returns its size @throws AppError fileTooLarge */
async function storeFile(db: Db, id: string, file: Readable): Promise<number> {
  let [size, part, waiting]: [number, number, Buffer[]] = [0, 0, []];
  let waitingBytes = 0;
  const store = async () => {
    if (waitingBytes === 0) return;
    const contenido = Buffer.concat(waiting, waitingBytes);
    [waiting, waitingBytes] = [[], 0];
    await db.insert(importPartTable).values({ importacion: id, parte: part, contenido });
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

/** Stores a file; what arrives before a broken connection goes again. @throws AppError emptyFile, fileTooLarge, importDiscarded */
export async function receiveFile(db: Db, actor: Actor, tipo: RecordKey, archivo: string, file: Readable) {
  const _id = crypto.randomUUID();
  const isOwn = eq(importTable._id, _id);
  await db.insert(importTable).values({ _id, tipo, archivo, estado: 'fallida', fallo: INCOMPLETE, por: actor.id });
  try {
    const bytes = await storeFile(db, _id, file);
    if (bytes === 0) throw new AppError('emptyFile');
    const arrived = await db
      .update(importTable)
      .set({ bytes, ...entering('recibida') })
      // A discard removes the reason before the import.
      .where(and(isOwn, isNotNull(importTable.fallo)))
      .returning({ _id: importTable._id });
    if (arrived.length === 0) throw new AppError('importDiscarded');
  } catch (error) {
    const left = await db.delete(importTable).where(isOwn).returning({ _id: importTable._id });
    throw left.length === 0 ? new AppError('importDiscarded') : error;
  }
  return { _id, estado: 'recibida' as const };
}
