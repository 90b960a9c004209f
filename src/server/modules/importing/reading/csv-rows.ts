import { streamCsvRows } from 'hucre/csv';
import { rowOf, type SheetRow } from './row-builder.ts';
import { NOT_A_SHEET, openQuotes, TOO_BIG_INSIDE, UnreadableFile, WEB_PAGE } from './unreadable.ts';

const DELIMITERS = [',', ';', '\t'] as const;
const SAMPLE_ROWS = 20;
/** Longer lines are no rows of a register; a quote that is never closed makes one. */
const MAX_LINE = 4 * 1024 * 1024;
/** Shorter pieces make fewer rows at once. */
const SLICE_BYTES = 64 * 1024;
/** A binary file has more control characters than these, and than this share of its beginning. */
const FEW_CONTROLS = 3;
const CONTROL_SHARE = 0.01;
const UTF16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] };
const FIRST_BEYOND_ASCII = 0x80;
/** The longest sequence of bytes that is one letter in UTF-8. */
const LETTER_BYTES = 4;

/** The file in slices of one size. */
async function* slicesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let slice = Buffer.alloc(SLICE_BYTES);
  let length = 0;
  for await (const piece of pieces)
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(piece.length - from, SLICE_BYTES - length);
      slice.set(piece.subarray(from, from + taken), length);
      [from, length] = [from + taken, length + taken];
      if (length < SLICE_BYTES) continue;
      yield slice;
      [slice, length] = [Buffer.alloc(SLICE_BYTES), 0];
    }
  if (length > 0) yield slice.subarray(0, length);
}

/** @param goesOn whether the last letter may be incomplete */
function isUtf8(bytes: Uint8Array, goesOn: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: goesOn });
    return true;
  } catch {
    return false;
  }
}

/**
 * The text of a file in UTF-8, UTF-16 with its mark, or Windows-1252. The first letter beyond ASCII and the text behind it tell UTF-8 from
 * Windows-1252, where hardly any such letter follows another.
 */
async function* textsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let kept = Buffer.alloc(0);
  for await (const slice of slicesOf(pieces)) {
    const bytes = kept.length > 0 ? Buffer.concat([kept, slice]) : slice;
    kept = Buffer.alloc(0);
    const mark = Object.entries(UTF16_MARKS).find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
    if (!decoder && mark) decoder = new TextDecoder(mark[0]);
    if (!decoder) {
      const first = bytes.findIndex((byte) => byte >= FIRST_BEYOND_ASCII);
      const isAtEnd = first > bytes.length - LETTER_BYTES;
      if (first >= 0 && !isAtEnd)
        decoder = new TextDecoder(isUtf8(bytes.subarray(first), true) ? 'utf-8' : 'windows-1252');
      else if (first >= 0) kept = Buffer.from(bytes.subarray(first));
    }
    const text = decoder
      ? decoder.decode(bytes, { stream: true })
      : bytes.toString('latin1', 0, bytes.length - kept.length);
    if (text !== '') yield text;
  }
  if (decoder) yield decoder.decode();
  else if (kept.length > 0) yield new TextDecoder(isUtf8(kept, false) ? 'utf-8' : 'windows-1252').decode(kept);
}

const QUOTE = '"';

/** Cuts a text that comes in pieces behind its last line that ends outside of quotes, so that each part can be parsed by itself. */
function createLineCutter() {
  let [text, searched, quotes, end, lines, openSince] = ['', 0, 0, 0, 1, 1];
  return {
    /** @returns the complete lines */
    add(piece: string): string {
      text += piece;
      for (; searched < text.length; searched += 1) {
        const letter = text[searched];
        if (letter === QUOTE) {
          if (quotes % 2 === 0) openSince = lines;
          quotes += 1;
        } else if (letter === '\n') {
          lines += 1;
          if (quotes % 2 === 0) end = searched + 1;
        }
      }
      const complete = text.slice(0, end);
      text = text.slice(end);
      [searched, end] = [text.length, 0];
      if (text.length > MAX_LINE) throw new UnreadableFile(quotes % 2 === 0 ? TOO_BIG_INSIDE : openQuotes(openSince));
      return complete;
    },
    /** @throws UnreadableFile if a quote is still open */
    end(): string {
      if (quotes % 2 === 1) throw new UnreadableFile(openQuotes(openSince));
      return text;
    },
  };
}

/** The delimiter that splits the most of the first rows into the most columns of one number. */
function delimiterOf(sample: string): string {
  let best = { delimiter: ',' as string, score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths = [...streamCsvRows(sample, { delimiter, maxRows: SAMPLE_ROWS })].map((row) => row.length);
    const most = Math.max(...widths, 0);
    const score = most > 1 ? most * widths.filter((width) => width === most).length ** 2 : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function requireText(sample: string): void {
  const trimmed = sample.trimStart();
  if (/^<(!doctype html|html|head|body|meta|style|table)\b/i.test(trimmed)) throw new UnreadableFile(WEB_PAGE);
  if (/^(<(!doctype|\?xml)|%PDF-|\{|\[\{|Rar!|7z)/i.test(trimmed)) throw new UnreadableFile(NOT_A_SHEET);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are meant
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  if (controls > Math.max(FEW_CONTROLS, sample.length * CONTROL_SHARE)) throw new UnreadableFile(NOT_A_SHEET);
}

/** Rows of a CSV in UTF-8, UTF-16 or Windows-1252 with comma, semicolon or tab. @throws UnreadableFile if it is no text */
export async function* csvRows(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<SheetRow> {
  const texts = textsOf(pieces);
  const { value: sample = '' } = await texts.next();
  requireText(sample);
  // Excel's own line that names the delimiter.
  const [line = '', named] = /^sep=([,;\t])\r?\n/i.exec(sample) ?? [];
  const delimiter = named ?? delimiterOf(sample);
  const cutter = createLineCutter();
  let index = line === '' ? 0 : 1;
  function* rowsIn(text: string): Generator<SheetRow> {
    for (const values of streamCsvRows(text, { delimiter, skipBom: false })) {
      // The parser leaves all values as texts.
      yield rowOf(index, values as string[]);
      index += 1;
    }
  }
  yield* rowsIn(cutter.add(sample.slice(line.length)));
  for await (const text of texts) yield* rowsIn(cutter.add(text));
  yield* rowsIn(cutter.end());
}
