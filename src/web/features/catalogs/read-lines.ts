import { cleanText, foldText } from '#domain/text.ts';

/** Headings that spreadsheets have above the names. */
const HEADING = /^(nombres?|establecimientos?)( de salud)?$/;

/** The first cell of a line, without quotes; doubled quotes inside become one. */
function firstCell(line: string, separator: string): string {
  const [, quoted] = /^\s*"((?:[^"]|"")*)"/.exec(line) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return line.split(separator, 1)[0] ?? '';
}

function column(text: string, separator: string): string[] {
  return text.split(/\r\n?|\n/).map((line) => cleanText(firstCell(line, separator)));
}

/** The first column of a CSV file, one name per line; the separator is detected. */
export function firstColumn(csv: string): string {
  const [first = ''] = csv.split(/\r\n?|\n/, 1);
  const bare = first.replace(/"(?:[^"]|"")*"/g, '');
  const separator = [';', '\t', ','].find((mark) => bare.includes(mark)) ?? ',';
  return column(csv, separator).filter(Boolean).join('\n');
}

export interface ReadLines {
  lines: string[];
  /** The number of lines omitted as duplicates. */
  repeated: number;
}

/** Parses pasted text: one name per line, or the first column of a spreadsheet. */
export function readLines(text: string): ReadLines {
  const names = column(text, '\t').filter(Boolean);
  const body = names.length > 1 && HEADING.test(foldText(names[0] ?? '')) ? names.slice(1) : names;
  const byFold = new Map<string, string>();
  for (const name of body) if (!byFold.has(foldText(name))) byFold.set(foldText(name), name);
  return { lines: [...byFold.values()], repeated: body.length - byFold.size };
}

const whole = (value: number) => value.toLocaleString('es-EC');

/** A sentence about the number of lines to send. */
export function preview({ lines, repeated }: ReadLines): string {
  const sent = lines.length === 1 ? 'Se enviará 1 línea' : `Se enviarán ${whole(lines.length)} líneas`;
  if (repeated === 0) return `${sent}.`;
  return `${sent}; ${repeated === 1 ? '1 repetida se omite' : `${whole(repeated)} repetidas se omiten`}.`;
}
