import type { ExportFormat } from '#domain/calls/exports.ts';

const LINE_FEED = 0x0a;
/** The end of a flush in a deflate stream (RFC 1951, 3.2.4: an empty stored block). */
const FLUSHED = [0x00, 0x00, 0xff, 0xff] as const;

/** Texts in an export contain no line breaks. */
function lineCounter(): (chunk: Uint8Array) => number {
  let lines = 0;
  return (chunk) => {
    for (const byte of chunk) if (byte === LINE_FEED) lines += 1;
    return lines;
  };
}

/** A flush mark may be split between two chunks. */
function flushCounter(): (chunk: Uint8Array) => number {
  let flushes = 0;
  let matched = 0;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === FLUSHED[matched]) matched += 1;
      else if (byte === 0) matched = matched === 2 ? 2 : 1;
      else matched = 0;
      if (matched < FLUSHED.length) continue;
      flushes += 1;
      matched = 0;
    }
    return flushes;
  };
}

/** @returns a function that takes each chunk and returns the approximate number of rows so far */
export function rowCounter(format: ExportFormat, rowsPerFlush: number, total: number): (chunk: Uint8Array) => number {
  const count = format === 'csv' ? lineCounter() : flushCounter();
  const rowsPerMark = format === 'csv' ? 1 : rowsPerFlush;
  return (chunk) => Math.max(0, Math.min(total, (count(chunk) - 1) * rowsPerMark));
}
