import { MAX_TEXT } from './row-builder.ts';
import { TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';

/** The file and its texts are in memory together. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** As many as cells may be read. */
const MAX_TEXTS = 2_000_000;
const BLOCK_BYTES = 1024 * 1024;
const FIRST_PLACES = 1_024;
const LENGTH_BYTES = 2;
/** A character takes at most so many bytes in UTF-8. */
const CHARACTER_BYTES = 3;

export interface StringTable {
  /** @throws UnreadableFile beyond the limits */
  add(text: string): void;
  get(index: number): string | undefined;
}

/** The shared texts of a workbook in UTF-8, which takes a fifth of the memory of strings. @param fileBytes the size of the workbook */
export function createStringTable(fileBytes: number): StringTable {
  /** Each text with its length in front of it; none is on two blocks. */
  const blocks: Buffer[] = [];
  /** Where each text is, counted over all blocks. */
  let places = new Uint32Array(FIRST_PLACES);
  let [count, used] = [0, BLOCK_BYTES];
  const addBlock = () => {
    if (fileBytes + (blocks.length + 1) * BLOCK_BYTES > MAX_HELD_BYTES) throw new UnreadableFile(TOO_BIG_INSIDE);
    blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
    used = 0;
  };
  return {
    add(text) {
      const stored = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
      if (used + LENGTH_BYTES + stored.length * CHARACTER_BYTES > BLOCK_BYTES) addBlock();
      if (count === MAX_TEXTS) throw new UnreadableFile(TOO_BIG_INSIDE);
      if (count === places.length) {
        const more = new Uint32Array(count * 2);
        more.set(places);
        places = more;
      }
      places[count] = (blocks.length - 1) * BLOCK_BYTES + used;
      count += 1;
      const block = blocks.at(-1);
      if (!block) return;
      const bytes = block.write(stored, used + LENGTH_BYTES);
      block.writeUInt16LE(bytes, used);
      used += LENGTH_BYTES + bytes;
    },
    get(index) {
      const place = index < count ? places[index] : undefined;
      if (place === undefined) return undefined;
      const block = blocks[Math.floor(place / BLOCK_BYTES)];
      const at = (place % BLOCK_BYTES) + LENGTH_BYTES;
      return block?.toString('utf8', at, at + block.readUInt16LE(at - LENGTH_BYTES));
    },
  };
}
