import type { ExportedFile } from '#server/db/export-tables.ts';

/** Magic number, deflate, no flags, no time, no level, Unix (RFC 1952, 2.3). */
const HEADER = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** The last block of a deflated stream, empty (RFC 1951, 3.2.6). */
const LAST_BLOCK = [3, 0];
const MODULUS = 2 ** 32;

function trailerOf({ crc, bytes }: Pick<ExportedFile, 'crc' | 'bytes'>): Buffer {
  const trailer = Buffer.alloc(LAST_BLOCK.length + 8);
  trailer.set(LAST_BLOCK);
  trailer.writeUInt32LE(crc, LAST_BLOCK.length);
  trailer.writeUInt32LE(bytes % MODULUS, LAST_BLOCK.length + 4);
  return trailer;
}

/** A gzip file of the deflated parts of a file, in their order. */
export async function* gzipFile(
  file: Pick<ExportedFile, 'crc' | 'bytes'>,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield HEADER;
  yield* parts;
  yield trailerOf(file);
}
