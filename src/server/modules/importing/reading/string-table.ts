import { MAX_TEXT } from './row-builder.ts';
import { TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';

/** All texts of a workbook together: with the file and the thread, less than what the server may grow by. */
const MAX_BYTES = 32 * 1024 * 1024;
/** As many as cells may be read. */
const MAX_TEXTS = 2_000_000;
const BLOCK_BYTES = 1024 * 1024;
const FIRST_PLACES = 1_024;
/** A text in UTF-8 is no longer. */
const MAX_TEXT_BYTES = MAX_TEXT * 3;

export interface StringTable {
  /** @throws UnreadableFile beyond the limits */
  add(text: string): void;
  get(index: number): string | undefined;
}

/** The shared texts of a workbook in UTF-8, which takes a fifth of what strings take. */
export function createStringTable(): StringTable {
  const blocks: Buffer[] = [];
  /** Where each text begins, counted over all blocks; a text is never on two blocks. */
  let [starts, ends] = [new Uint32Array(FIRST_PLACES), new Uint32Array(FIRST_PLACES)];
  let [count, used] = [0, BLOCK_BYTES];
  const grown = (places: Uint32Array<ArrayBuffer>) => {
    const more = new Uint32Array(places.length * 2);
    more.set(places);
    return more;
  };
  return {
    add(text) {
      const stored = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
      if (used + Math.min(MAX_TEXT_BYTES, stored.length * 3) > BLOCK_BYTES) {
        if (blocks.length * BLOCK_BYTES >= MAX_BYTES) throw new UnreadableFile(TOO_BIG_INSIDE);
        blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
        used = 0;
      }
      if (count === MAX_TEXTS) throw new UnreadableFile(TOO_BIG_INSIDE);
      if (count === starts.length) [starts, ends] = [grown(starts), grown(ends)];
      const start = (blocks.length - 1) * BLOCK_BYTES + used;
      used += blocks.at(-1)?.write(stored, used) ?? 0;
      starts[count] = start;
      ends[count] = (blocks.length - 1) * BLOCK_BYTES + used;
      count += 1;
    },
    get(index) {
      const [start, end] = [starts[index], ends[index]];
      if (start === undefined || end === undefined || index >= count) return undefined;
      const at = Math.floor(start / BLOCK_BYTES);
      return blocks[at]?.toString('utf8', start - at * BLOCK_BYTES, end - at * BLOCK_BYTES);
    },
  };
}
