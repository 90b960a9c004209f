import { pipeline, Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

/** One file of the archive. A text that comes in parts is compressed as it comes; a short whole one is stored. */
export interface ZipEntry {
  path: string;
  content: string | AsyncIterable<string>;
}

interface Sizes {
  crc: number;
  compressed: number;
  plain: number;
}

const VERSION = 20;
/** Sizes and checksum follow the content. */
const SIZES_FOLLOW = 0x0008;
const DEFLATED = 8;
/** 1 January 1980, the earliest day of the format: two exports of the same rows are the same bytes. */
const NO_DATE = 0x0021;

/** Fixed-width little-endian fields, as `[bytes, value]`. A value that does not fit throws instead of wrapping round. */
function fields(...parts: [2 | 4, number][]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((length, [bytes]) => length + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

const flagsOf = (streamed: boolean): [2, number][] => [
  [2, VERSION],
  [2, streamed ? SIZES_FOLLOW : 0],
  [2, streamed ? DEFLATED : 0],
  [2, 0],
  [2, NO_DATE],
];
const sizesOf = ({ crc, compressed, plain }: Sizes): [4, number][] => [
  [4, crc],
  [4, compressed],
  [4, plain],
];

async function* deflated(content: AsyncIterable<string>, sizes: Sizes): AsyncGenerator<Buffer> {
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      sizes.crc = crc32(bytes, sizes.crc);
      sizes.plain += bytes.length;
      yield bytes;
    }
  }
  // Every part is flushed: it travels when it is written, and whoever reads the stream can tell one from the next.
  const deflate = createDeflateRaw({ flush: constants.Z_SYNC_FLUSH });
  pipeline(Readable.from(measured(), { highWaterMark: 1 }), deflate, () => undefined);
  for await (const chunk of deflate) {
    sizes.compressed += chunk.length;
    yield chunk;
  }
}

/**
 * A ZIP archive (APPNOTE 6.3.3, without ZIP64) as a stream of bytes, holding no more than a part of one file at a time.
 * @throws RangeError when a file or the archive passes 4 GiB; an error of `entries` comes out as it is.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  const counted = (bytes: Buffer) => {
    offset += bytes.length;
    return bytes;
  };
  for await (const { path, content } of entries) {
    const name = Buffer.from(path);
    const streamed = typeof content !== 'string';
    const start = offset;
    const whole = streamed ? Buffer.alloc(0) : Buffer.from(content);
    const sizes: Sizes = { crc: crc32(whole), compressed: whole.length, plain: whole.length };
    const lengths: [2, number][] = [
      [2, name.length],
      [2, 0],
    ];
    yield counted(
      Buffer.concat([fields([4, 0x04034b50], ...flagsOf(streamed), ...sizesOf(sizes), ...lengths), name, whole]),
    );
    if (streamed) {
      for await (const chunk of deflated(content, sizes)) yield counted(chunk);
      yield counted(fields([4, 0x08074b50], ...sizesOf(sizes)));
    }
    const attributes: [2 | 4, number][] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, start],
    ];
    const entry = fields(
      [4, 0x02014b50],
      [2, VERSION],
      ...flagsOf(streamed),
      ...sizesOf(sizes),
      ...lengths,
      ...attributes,
    );
    directory.push(entry, name);
  }
  const central = Buffer.concat(directory);
  const count = directory.length / 2;
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, central.length], [4, offset], [2, 0]);
  yield Buffer.concat([central, end]);
}
