import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StartupError } from '#server/base/startup-error.ts';
import {
  damaged,
  END_OF_TABLE,
  FORMAT_VERSION,
  foreign,
  type Header,
  headerSchema,
  linesIn,
  type Trailer,
  tableSchema,
  trailerSchema,
} from './format.ts';

interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly lines: Uint8Array<ArrayBuffer>;
}

export interface OpenedCopy {
  readonly header: Header;
  /** All rows in order; the generator returns the trailer once all checksums agree. */
  readonly rows: AsyncGenerator<Rows, Trailer>;
}

const LINE_FEED = 10;
const PIECE_BYTES = 1 << 20;
/** Longer than any line of a copy: such a file has no lines. */
const MAX_LINE_BYTES = 1 << 28;
const [END] = END_OF_TABLE.split('\n');

async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    length += chunk.length;
    if (length > MAX_LINE_BYTES) throw damaged();
    if (length < PIECE_BYTES || !chunk.includes(LINE_FEED)) continue;
    const all = Buffer.concat(pending);
    const end = all.lastIndexOf(LINE_FEED) + 1;
    yield all.subarray(0, end);
    pending = [all.subarray(end)];
    length = all.length - end;
  }
  const rest = Buffer.concat(pending);
  if (rest.length === 0) return;
  if (rest.at(-1) !== LINE_FEED) throw damaged();
  yield rest;
}

function endOfTable(lines: Buffer): number {
  if (lines.subarray(0, END_OF_TABLE.length).equals(Buffer.from(END_OF_TABLE))) return 0;
  const before = lines.indexOf(`\n${END}\n`);
  return before < 0 ? -1 : before + 1;
}

function parsed<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged();
  }
}

function lineTaker(pieces: AsyncGenerator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0);
  const more = async () => {
    if (rest.length > 0) return true;
    const next = await pieces.next();
    rest = next.done ? rest : next.value;
    return !next.done;
  };
  return {
    more,
    async line(): Promise<string> {
      if (!(await more())) throw damaged();
      const end = rest.indexOf(LINE_FEED);
      const text = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      return text;
    },
    async *rows(): AsyncGenerator<Buffer> {
      while (await more()) {
        const end = endOfTable(rest);
        const rows = end < 0 ? rest : rest.subarray(0, end);
        rest = end < 0 ? Buffer.alloc(0) : rest.subarray(end + END_OF_TABLE.length);
        if (rows.length > 0) yield rows;
        if (end >= 0) return;
      }
      throw damaged();
    },
  };
}

const tableOrEnd = z.union([tableSchema, trailerSchema]);

async function* rowsOf(taker: ReturnType<typeof lineTaker>, header: Header): AsyncGenerator<Rows, Trailer> {
  const sums: Trailer['fin'] = {};
  for (;;) {
    const next = parsed(tableOrEnd, await taker.line());
    if ('fin' in next) {
      const same = header.tablas.every(
        (table) => sums[table]?.sha256 === next.fin[table]?.sha256 && sums[table]?.filas === next.fin[table]?.filas,
      );
      if (!same || header.tablas.some((table) => !sums[table]) || (await taker.more())) throw damaged();
      return next;
    }
    const { tabla: table, columnas: columns } = next;
    if (!header.tablas.includes(table) || sums[table]) throw damaged();
    const hash = createHash('sha256');
    let filas = 0;
    for await (const lines of taker.rows()) {
      hash.update(lines);
      filas += linesIn(lines);
      yield { table, columns, lines: new Uint8Array(lines) };
    }
    sums[table] = { filas, sha256: hash.digest('hex') };
  }
}

/** Reads a copy as a stream. @throws StartupError if it is foreign or newer; `rows` also if it is incomplete */
export async function openCopy(chunks: AsyncIterable<Uint8Array>): Promise<OpenedCopy> {
  const taker = lineTaker(wholeLines(chunks));
  let first: unknown;
  try {
    first = JSON.parse(await taker.line());
  } catch (error) {
    throw error instanceof SyntaxError ? foreign() : error;
  }
  const header = headerSchema.safeParse(first);
  if (!header.success) throw foreign();
  if (header.data.version > FORMAT_VERSION)
    throw new StartupError('La copia es de una versión más nueva de la Libreta: restáurala con esa versión.');
  return { header: header.data, rows: rowsOf(taker, header.data) };
}
