import { streamCsvRows } from 'hucre/csv';
import { NOT_A_SHEET, UnreadableFile } from './unreadable.ts';

const SLICE_BYTES = 4 * 1024 * 1024;
const [QUOTE, NEW_LINE] = [0x22, 0x0a];
const DELIMITERS = [',', ';', '\t'] as const;
const SAMPLE_ROWS = 20;
/** A binary file has more control characters than this share of its beginning. */
const MAX_CONTROLS = 0.01;
const SAMPLE_BYTES = 64 * 1024;

function encodingOf(data: Uint8Array): string {
  if (data[0] === 0xff && data[1] === 0xfe) return 'utf-16le';
  if (data[0] === 0xfe && data[1] === 0xff) return 'utf-16be';
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (let from = 0; from < data.length; from += SLICE_BYTES)
      decoder.decode(data.subarray(from, from + SLICE_BYTES), { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The delimiter that splits the first rows into the most columns of one number. */
function delimiterOf(sample: string): string {
  let best = { delimiter: ',' as string, score: 0 };
  for (const delimiter of DELIMITERS) {
    const rows = [...streamCsvRows(sample, { delimiter, maxRows: SAMPLE_ROWS })].map((row) => row.length);
    const most = Math.max(...rows, 0);
    const score = most > 1 ? most * rows.filter((length) => length === most).length : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function requireText(sample: string): void {
  const trimmed = sample.trimStart();
  if (/^<(!doctype|html|table|\?xml)/i.test(trimmed)) throw new UnreadableFile(NOT_A_SHEET);
  if (/^(%PDF-|\{|\[\{|Rar!|7z)/.test(trimmed)) throw new UnreadableFile(NOT_A_SHEET);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are meant
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  if (controls > sample.length * MAX_CONTROLS) throw new UnreadableFile(NOT_A_SHEET);
}

/** Slices that end with a line outside of quotes, so that each can be parsed by itself. */
function* slicesOf(data: Uint8Array): Generator<Uint8Array> {
  let [from, quotes, end] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    if (data[at] === QUOTE) quotes += 1;
    else if (data[at] === NEW_LINE && quotes % 2 === 0) end = at + 1;
    if (at + 1 - from < SLICE_BYTES || end <= from) continue;
    yield data.subarray(from, end);
    from = end;
  }
  if (from < data.length) yield data.subarray(from);
}

function* textsOf(data: Uint8Array, encoding: string): Generator<string> {
  if (encoding.startsWith('utf-16')) {
    yield new TextDecoder(encoding).decode(data);
    return;
  }
  for (const slice of slicesOf(data)) yield new TextDecoder(encoding).decode(slice);
}

/** Rows of a CSV in UTF-8, UTF-16 or Windows-1252 with comma, semicolon or tab. @throws UnreadableFile if it is no text */
export function* csvRows(data: Uint8Array): Generator<{ index: number; values: unknown[] }> {
  const encoding = encodingOf(data);
  const sample = new TextDecoder(encoding).decode(data.subarray(0, SAMPLE_BYTES));
  requireText(sample);
  // Excel's own line that names the delimiter.
  const [line, named] = /^\ufeff?sep=(.)\r?\n/i.exec(sample) ?? [];
  const delimiter = named ?? delimiterOf(sample);
  let index = 0;
  for (const text of textsOf(data, encoding)) {
    const content = index === 0 && line ? text.slice(text.indexOf('\n') + 1) : text;
    if (index === 0 && line) index = 1;
    for (const values of streamCsvRows(content, { delimiter })) {
      yield { index, values };
      index += 1;
    }
  }
}
