import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { ListQuery } from '#domain/calls/list-query.ts';
import type { Db } from '#server/db/connect.ts';
import { readWhenFree } from '#server/db/retry-on-lost-connection.ts';
import { after, type OrderPart, orderBy, reversed } from './order.ts';
import { type Statements, UNNAMED } from './statements.ts';
import { boundedTotal, type ShownTotal, type Total, totalQuery } from './totals.ts';

/** Rows per batch of a streamed list: few, since other statements wait for each batch on PGlite. */
export const STREAM_BATCH_ROWS = 200;

export interface Part<Rows> extends ShownTotal {
  readonly rows: Rows;
}

export interface Listing<Row> {
  page(limit: number, offset?: number): Promise<Part<Row[]>>;
  whole(offset?: number): Promise<Part<Row[] | AsyncIterable<Row[]>>>;
}

export interface Selection<Row> extends PromiseLike<Row[]> {
  where(condition: SQL | undefined): Selection<Row>;
  orderBy(...order: SQL[]): Selection<Row>;
  limit(rows: number | Placeholder | SQL): Selection<Row>;
  offset(rows: number | Placeholder): Selection<Row>;
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> };
}

interface Source<Row> {
  readonly db: Db;
  rows(total: SQL<number>): Selection<Row & { total: number }>;
  readonly total: Total;
  readonly conditions: readonly (SQL | undefined)[];
  readonly order: OrderPart[];
  keysOf(row: Row): Record<string, unknown>;
  readonly prepared?: {
    readonly statements: Statements;
    readonly name: string;
    /** Whether PostgreSQL plans the statement for its values each time instead of reusing a plan. */
    readonly plannedAnew?: boolean;
    readonly values: Readonly<Record<string, unknown>>;
  };
}

export const NOT_COUNTED = sql<number>`0`;

/** Written into the statement: with a placeholder PostgreSQL plans each time anew. Few, since a connection keeps a plan for each. */
export const USUAL_LIMITS: readonly number[] = [5, 10, 20, 25, 50, 100, STREAM_BATCH_ROWS];

/** Whether the first batch of a whole list reaches its end, and so gives the total. */
export const reachesEnd = (first: readonly unknown[], offset: number): boolean =>
  first.length < STREAM_BATCH_ROWS && (first.length > 0 || offset === 0);

/** @param first the first {@link STREAM_BATCH_ROWS} rows @param readAfter reads as many after a row */
export async function* batchesAfter<Row>(
  first: Row[],
  readAfter: (last: Row) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let batch = first; ; ) {
    yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < STREAM_BATCH_ROWS) return;
    // PGlite runs within this process: without this, no other work would get a turn.
    await yieldToEventLoop();
    // The rows before are sent already, so the whole download would break off.
    batch = await readWhenFree(() => readAfter(last));
  }
}

export function listingOf<Row>(source: Source<Row>): Listing<Row> {
  const { db, rows, total, conditions, order, keysOf, prepared } = source;
  const counting = (whole: boolean) => totalQuery(db, total, and(...conditions), whole);
  const selection = (total: SQL<number>, next: SQL[] = []) =>
    rows(total)
      .where(and(...conditions, ...next))
      .orderBy(...orderBy(order));

  const read = (withTotal: boolean, limit: number, offset: number): PromiseLike<(Row & { total: number })[]> => {
    const select = () => selection(withTotal ? sql<number>`(${counting(false)})`.mapWith(Number) : NOT_COUNTED);
    if (!prepared) return select().limit(limit).offset(offset);
    const { statements, values, plannedAnew } = prepared;
    const name = `${prepared.name}${withTotal ? '_total' : ''}`;
    if (!plannedAnew && offset === 0 && USUAL_LIMITS.includes(limit))
      return statements(`${name}_${limit}`, (own) =>
        select()
          .limit(sql.raw(`${limit}`))
          .prepare(own),
      ).execute({
        ...values,
      });
    const statement = statements(name, (own) =>
      select()
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset'))
        .prepare(plannedAnew ? UNNAMED : own),
    );
    return statement.execute({ ...values, limit, offset });
  };

  const count = async (whole: boolean): Promise<number> => {
    const [first] = await (prepared
      ? prepared
          .statements(`${prepared.name}_conteo${whole ? '_exacto' : ''}`, (name) =>
            counting(whole).prepare(prepared.plannedAnew ? UNNAMED : name),
          )
          .execute(prepared.values)
      : counting(whole));
    return first?.total ?? 0;
  };

  /** Reads a page of a list whose total is given; one near the end is read from there. */
  const readPage = async (many: number, limit: number, offset: number): Promise<Row[]> => {
    const size = Math.min(limit, many - offset);
    if (size <= 0) return [];
    const fromEnd = many - offset - size;
    if (fromEnd >= offset) return read(false, size, offset);
    const backwards = await rows(NOT_COUNTED)
      .where(and(...conditions))
      .orderBy(...orderBy(reversed(order)))
      .limit(size)
      .offset(fromEnd);
    return backwards.reverse();
  };

  const page = async (limit: number, offset = 0): Promise<Part<Row[]>> => {
    const memory = total.by === 'memory' ? total : undefined;
    const { by } = memory?.otherwise ?? total;
    const shownTotal = (counted: number): ShownTotal =>
      by === 'boundedCount' ? boundedTotal(counted) : { total: counted };
    const cachedTotal = await memory?.read();
    if (cachedTotal !== undefined) {
      const shown = shownTotal(cachedTotal);
      // The end of a list that was not counted to its end is elsewhere.
      const onPage = shown.isMinimum ? await read(false, limit, offset) : await readPage(cachedTotal, limit, offset);
      return { ...shown, rows: onPage };
    }
    const onPage = await read(true, limit, offset);
    // A page beyond the end has no row with the total.
    const counted = onPage[0]?.total ?? (offset === 0 ? 0 : await count(false));
    memory?.keep?.(counted);
    return { ...shownTotal(counted), rows: onPage };
  };

  const readAfter = (last: Row): Promise<Row[]> =>
    selection(NOT_COUNTED, [after(order, keysOf(last))])
      .limit(STREAM_BATCH_ROWS)
      .prepare(UNNAMED)
      .execute({ ...prepared?.values });

  return {
    page,
    async whole(offset = 0) {
      const first = await read(false, STREAM_BATCH_ROWS, offset);
      if (reachesEnd(first, offset)) return { total: offset + first.length, rows: first };
      return { total: await count(true), rows: batchesAfter(first, readAfter) };
    },
  };
}

export function listingOfAll<Row>(rows: readonly Row[]): Listing<Row> {
  const total = rows.length;
  return {
    page: async (limit, offset = 0) => ({ total, rows: rows.slice(offset, offset + limit) }),
    whole: async (offset = 0) => ({ total, rows: rows.slice(offset) }),
  };
}

async function* converted<Row, Sent>(batches: AsyncIterable<Row[]>, convert: (row: Row) => Sent) {
  for await (const batch of batches) yield batch.map(convert);
}

export const mapListing = <Row, Sent>(listing: Listing<Row>, convert: (row: Row) => Sent): Listing<Sent> => ({
  async page(limit, offset) {
    const { rows, ...total } = await listing.page(limit, offset);
    return { ...total, rows: rows.map(convert) };
  },
  async whole(offset) {
    const { total, rows } = await listing.whole(offset);
    return { total, rows: Array.isArray(rows) ? rows.map(convert) : converted(rows, convert) };
  },
});

export const mapListingBatches = <Row, Sent>(
  listing: Listing<Row>,
  convert: (rows: Row[]) => Promise<Sent[]>,
): Listing<Sent> => ({
  async page(limit, offset) {
    const { rows, ...total } = await listing.page(limit, offset);
    return { ...total, rows: await convert(rows) };
  },
  async whole(offset) {
    const { total, rows } = await listing.whole(offset);
    if (Array.isArray(rows)) return { total, rows: await convert(rows) };
    async function* batches(all: AsyncIterable<Row[]>) {
      for await (const batch of all) yield await convert(batch);
    }
    return { total, rows: batches(rows) };
  },
});

export async function wholeArray<Row>(listing: Listing<Row>): Promise<Row[]> {
  const { rows } = await listing.whole();
  if (Array.isArray(rows)) return rows;
  const all: Row[] = [];
  for await (const batch of rows) all.push(...batch);
  return all;
}

/** One page with `limit`, otherwise the whole list as a stream; with the total before paging. */
export const readListing = <Row>(
  { limit, offset }: ListQuery,
  listing: Listing<Row>,
): Promise<Part<Row[] | AsyncIterable<Row[]>>> =>
  limit === undefined ? listing.whole(offset) : listing.page(limit, offset);
