import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { DAMAGED, PROTECTED, TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';

/** Bytes that one workbook may be inflated to, all readings of its parts together. */
const MAX_INFLATED_BYTES = 800 * 1024 * 1024;
const MAX_ENTRIES = 2_000;

export interface Zip {
  readonly names: ReadonlySet<string>;
  readonly bytes: number;
  /** The content of a part in chunks. @throws UnreadableFile */
  read(name: string): AsyncGenerator<Uint8Array>;
}

const open = (data: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(data, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });

const entriesOf = (zip: ZipFile) =>
  new Promise<Map<string, Entry>>((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      if (entries.size > MAX_ENTRIES) reject(new UnreadableFile(TOO_BIG_INSIDE));
      else zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
    zip.readEntry();
  });

const streamOf = (zip: ZipFile, entry: Entry) =>
  new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

const asDamaged = (error: unknown) => (error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED));

/** Opens a ZIP by its directory; a part that inflates to more than its directory says is damaged. @throws UnreadableFile */
export async function openZip(content: Uint8Array): Promise<Zip> {
  const data = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    const zip = await open(data);
    const entries = await entriesOf(zip);
    if ([...entries.values()].some((entry) => entry.isEncrypted())) throw new UnreadableFile(PROTECTED);
    let left = MAX_INFLATED_BYTES;
    return {
      names: new Set(entries.keys()),
      bytes: data.length,
      async *read(name) {
        const entry = entries.get(name);
        if (!entry) throw new UnreadableFile(DAMAGED);
        let sum = 0;
        try {
          for await (const chunk of await streamOf(zip, entry)) {
            left -= chunk.length;
            if (left < 0) throw new UnreadableFile(TOO_BIG_INSIDE);
            sum = crc32(chunk, sum);
            yield chunk as Buffer;
          }
          // A byte that is wrong may still give a letter or a number.
          if (sum !== entry.crc32) throw new UnreadableFile(DAMAGED);
        } catch (error) {
          throw asDamaged(error);
        }
      },
    };
  } catch (error) {
    throw asDamaged(error);
  }
}
