import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { noFacts, type SheetFacts } from './open-sheet.ts';
import { DAMAGED, TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';

/**
 * Bytes that the reader may inflate: sheets are read as a stream, all else becomes one text. A thread that exceeds its heap with one large
 * allocation could end the whole process, so that texts stay far below it.
 */
const MAX_SHEET_BYTES = 600 * 1024 * 1024;
const MAX_OTHER_BYTES = 20 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
const PART_BYTES = 64 * 1024;

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
/** Small parts whose text is needed. */
const TEXTS = /^(xl\/workbook\.xml|xl\/_rels\/workbook\.xml\.rels|mimetype)$/;
/** Media are never inflated by the reader. */
const UNREAD = /\/(media|drawings|charts|embeddings|theme|printerSettings)\/|^Pictures\/|^Thumbnails\//;

export interface ZipFacts {
  readonly names: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
  /** By the path of the sheet. */
  readonly sheets: ReadonlyMap<string, SheetFacts>;
}

const HIDDEN_ROW =
  /<(?:\w+:)?row\b[^>]*\bhidden="(?:1|true)"|<table:table-row\b[^>]*table:visibility="(?:collapse|filter)"/g;
const MERGED = /<(?:\w+:)?mergeCell\b|table:number-(?:rows|columns)-spanned="/g;
const FORMULA = /<(?:\w+:)?f[ >]|table:formula="/g;
/** A tag that two parts share is looked at whole: tags are shorter. */
const OVERLAP = 400;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function watchSheet(facts: SheetFacts) {
  const decoder = new TextDecoder('utf-8');
  let before = '';
  return (bytes: Uint8Array) => {
    const text = before + decoder.decode(bytes, { stream: true });
    const end = Math.max(0, text.lastIndexOf('<', text.length - 1));
    const whole = text.length - end < OVERLAP ? text.slice(0, end) : text;
    before = text.slice(whole.length);
    facts.hiddenRows += count(whole, HIDDEN_ROW);
    facts.mergedCells += count(whole, MERGED);
    facts.formulas += count(whole, FORMULA);
  };
}

/** Inflates a workbook once without holding it, to know its true size and what it contains. @throws UnreadableFile beyond the limits */
export function inspectZip(data: Uint8Array): ZipFacts {
  const names = new Set<string>();
  const texts = new Map<string, string>();
  const sheets = new Map<string, SheetFacts>();
  let [sheetBytes, otherBytes] = [0, 0];
  const unzip = new Unzip((file: UnzipFile) => {
    names.add(file.name);
    if (names.size > MAX_ENTRIES) throw new UnreadableFile(TOO_BIG_INSIDE);
    if (UNREAD.test(file.name)) return;
    const isSheet = SHEET.test(file.name) || file.name === 'content.xml';
    const facts = noFacts();
    if (isSheet) sheets.set(file.name, facts);
    const watch = isSheet ? watchSheet(facts) : undefined;
    const decoder = TEXTS.test(file.name) ? new TextDecoder('utf-8') : undefined;
    file.ondata = (error, bytes) => {
      if (error) throw new UnreadableFile(DAMAGED);
      if (SHEET.test(file.name)) sheetBytes += bytes.length;
      else otherBytes += bytes.length;
      if (sheetBytes > MAX_SHEET_BYTES || otherBytes > MAX_OTHER_BYTES) throw new UnreadableFile(TOO_BIG_INSIDE);
      watch?.(bytes);
      if (decoder) texts.set(file.name, (texts.get(file.name) ?? '') + decoder.decode(bytes, { stream: true }));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let from = 0; from < data.length; from += PART_BYTES)
      unzip.push(data.subarray(from, from + PART_BYTES), from + PART_BYTES >= data.length);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED);
  }
  return { names, texts, sheets };
}
