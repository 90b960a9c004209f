import { crc32, createInflateRaw } from 'node:zlib';
import { DAMAGED, PROTECTED, TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';

/** Bytes that one workbook may be inflated to, all readings of its parts together. */
const MAX_INFLATED_BYTES = 800 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
const CHUNK_BYTES = 64 * 1024;

/** Records of a ZIP and the places in them (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.16 and 4.5.3). */
const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_ENTRY = 0x04034b50;
const LOCAL_ENTRY_BYTES = 30;
const ENCRYPTED_FLAG = 1;
const ZIP64_FIELD = 1;
const IN_ZIP64 = 0xffffffff;
const [STORED, DEFLATED] = [0, 8];

interface ZipEntry {
  readonly method: number;
  readonly crc: number;
  readonly bytes: number;
  readonly offset: number;
}

export interface Zip {
  readonly names: ReadonlySet<string>;
  readonly bytes: number;
  /** The content of a part in chunks; its size and checksum are verified. @throws UnreadableFile */
  read(name: string): AsyncGenerator<Uint8Array>;
}

function findEnd(data: Buffer): number {
  const first = Math.max(0, data.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = data.length - END_BYTES; at >= first; at -= 1) if (data.readUInt32LE(at) === END) return at;
  throw new UnreadableFile(DAMAGED);
}

/** Large numbers stand in an extra field, those that are needed in this order: size, compressed size, offset. */
function largeNumbers(extra: Buffer, numbers: readonly number[]): number[] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== ZIP64_FIELD) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return numbers.map((number) => {
    if (number !== IN_ZIP64) return number;
    const large = Number(extra.readBigUInt64LE(at));
    at += 8;
    return large;
  });
}

function directoryOf(data: Buffer): Map<string, ZipEntry> {
  const end = findEnd(data);
  const count = data.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new UnreadableFile(TOO_BIG_INSIDE);
  const entries = new Map<string, ZipEntry>();
  let at = data.readUInt32LE(end + 16);
  for (let one = 0; one < count; one += 1) {
    if (data.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new UnreadableFile(DAMAGED);
    if (data.readUInt16LE(at + 8) & ENCRYPTED_FLAG) throw new UnreadableFile(PROTECTED);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => data.readUInt16LE(at + place));
    const nameAt = at + DIRECTORY_ENTRY_BYTES;
    const extraAt = nameAt + (nameBytes ?? 0);
    const extraEnd = extraAt + (extraBytes ?? 0);
    const numbers = [24, 20, 42].map((place) => data.readUInt32LE(at + place));
    const [, bytes = 0, offset = 0] = largeNumbers(data.subarray(extraAt, extraEnd), numbers);
    const name = data.toString('utf8', nameAt, extraAt).replaceAll('\\', '/').replace(/^\//, '');
    entries.set(name, { method: data.readUInt16LE(at + 10), crc: data.readUInt32LE(at + 16), bytes, offset });
    at = extraEnd + (commentBytes ?? 0);
  }
  return entries;
}

function compressedBytes(data: Buffer, { offset, bytes }: ZipEntry): Buffer {
  if (data.readUInt32LE(offset) !== LOCAL_ENTRY) throw new UnreadableFile(DAMAGED);
  const start = offset + LOCAL_ENTRY_BYTES + data.readUInt16LE(offset + 26) + data.readUInt16LE(offset + 28);
  if (start + bytes > data.length) throw new UnreadableFile(DAMAGED);
  return data.subarray(start, start + bytes);
}

async function* inflated(compressed: Buffer, method: number): AsyncGenerator<Uint8Array> {
  if (method === STORED) {
    for (let from = 0; from < compressed.length; from += CHUNK_BYTES)
      yield compressed.subarray(from, from + CHUNK_BYTES);
    return;
  }
  if (method !== DEFLATED) throw new UnreadableFile(DAMAGED);
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES });
  stream.end(compressed);
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch {
    throw new UnreadableFile(DAMAGED);
  }
}

/** Opens a ZIP by its directory; what it says about sizes is not trusted. @throws UnreadableFile */
export function openZip(content: Uint8Array): Zip {
  const data = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const entries = directoryOf(data);
  let left = MAX_INFLATED_BYTES;
  return {
    names: new Set(entries.keys()),
    bytes: data.length,
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) throw new UnreadableFile(DAMAGED);
      let crc = 0;
      for await (const chunk of inflated(compressedBytes(data, entry), entry.method)) {
        left -= chunk.length;
        if (left < 0) throw new UnreadableFile(TOO_BIG_INSIDE);
        crc = crc32(chunk, crc);
        yield chunk;
      }
      if (crc !== entry.crc) throw new UnreadableFile(DAMAGED);
    },
  };
}
