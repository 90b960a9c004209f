import { pipeline, Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export interface ZipEntry {
  path: string;
  content: Iterable<string> | AsyncIterable<string>;
}

const DEFLATED = 8;
/** The earliest date of the format, so that equal exports have equal bytes. */
const NO_DATE = '1980-01-01T00:00:00';
/** The limit without ZIP64. */
const MAX_BYTES = 0xffffffff;

async function* deflated(content: ZipEntry['content'], file: ZipInputFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  }
  // A part that is awaited is flushed, so that the reader gets it when it is written.
  const isHere = Symbol.iterator in content;
  const deflate = createDeflateRaw({ flush: isHere ? constants.Z_NO_FLUSH : constants.Z_SYNC_FLUSH });
  pipeline(Readable.from(measured(), { highWaterMark: 1 }), deflate, () => undefined);
  for await (const chunk of deflate) yield chunk;
}

/** A ZIP archive, one part in memory at a time. @throws RangeError above 4 GiB; errors of `entries` pass through */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let size = 0;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    size += bytes.length;
    ready.push(bytes);
  });
  for await (const { path, content } of entries) {
    const file: ZipInputFile = { filename: path, size: 0, crc: 0, compression: DEFLATED, mtime: NO_DATE };
    zip.add(file);
    for await (const bytes of deflated(content, file)) {
      file.ondata?.(null, bytes, false);
      yield* ready.splice(0);
      if (Math.max(size, file.size) > MAX_BYTES) throw new RangeError('more than 4 GiB');
    }
    file.ondata?.(null, new Uint8Array(), true);
  }
  zip.end();
  yield* ready.splice(0);
}
