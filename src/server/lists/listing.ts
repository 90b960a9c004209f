import { and, type SQL, sql } from 'drizzle-orm';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { after, type OrderPart, orderBy } from './order.ts';

/** Rows read at once while a whole list is streamed. */
export const BATCH = 500;

/** Part of a list; the total is that of all of it. */
interface Part<Rows> {
  readonly total: number;
  readonly rows: Rows;
}

/** A list that can be read page by page, or whole in constant memory. */
export interface Listing<Row> {
  page(limit: number, offset?: number): Promise<Part<Row[]>>;
  whole(offset?: number): Promise<Part<AsyncIterable<Row[]>>>;
}

/** A query that is still to be narrowed, put in order and cut. */
export interface Selection<Row> extends PromiseLike<Row[]> {
  where(condition: SQL | undefined): Selection<Row>;
  orderBy(...order: SQL[]): Selection<Row>;
  limit(rows: number): Selection<Row>;
  offset(rows: number): Selection<Row>;
}

/** A query that tells how many rows there are; it is also part of another one. */
interface Counting extends PromiseLike<{ total: number }[]> {
  where(condition: SQL | undefined): Counting;
}

/** Where the rows of a list come from. */
interface Source<Row> {
  /** Every row, with the total that it is given. */
  rows(total: SQL<number>): Selection<Row & { total: number }>;
  /** As many as there are rows. */
  counted(): Counting;
  readonly conditions: readonly (SQL | undefined)[];
  readonly order: OrderPart[];
  /** A row's values under the keys of the order. */
  keysOf(row: Row): Record<string, unknown>;
}

export const NOT_COUNTED = sql<number>`0`;

/** A list of rows that the database narrows, orders and counts. */
export function listingOf<Row>({ rows, counted, conditions, order, keysOf }: Source<Row>): Listing<Row> {
  const read = (total: SQL<number>, next: SQL[], limit: number, offset: number) =>
    rows(total)
      .where(and(...conditions, ...next))
      .orderBy(...orderBy(order))
      .limit(limit)
      .offset(offset);
  const counting = () => counted().where(and(...conditions));

  const page = async (limit: number, offset = 0): Promise<Part<Row[]>> => {
    const onPage = await read(sql<number>`(${counting()})`.mapWith(Number), [], limit, offset);
    const [first] = onPage;
    if (first || offset === 0) return { total: first?.total ?? 0, rows: onPage };
    return { total: (await counting())[0]?.total ?? 0, rows: [] };
  };

  async function* batches(first: Row[]): AsyncGenerator<Row[]> {
    for (let batch = first; ; ) {
      yield batch;
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return;
      batch = await read(NOT_COUNTED, [after(order, keysOf(last))], BATCH, 0);
    }
  }

  return {
    page,
    async whole(offset) {
      const { total, rows: first } = await page(BATCH, offset);
      return { total, rows: batches(first) };
    },
  };
}

/** A list that is in memory already. */
export function listingOfAll<Row>(rows: readonly Row[]): Listing<Row> {
  const total = rows.length;
  return {
    page: async (limit, offset = 0) => ({ total, rows: rows.slice(offset, offset + limit) }),
    async whole(offset = 0) {
      async function* once() {
        yield rows.slice(offset);
      }
      return { total, rows: once() };
    },
  };
}

async function* converted<Row, Sent>(batches: AsyncIterable<Row[]>, convert: (row: Row) => Sent) {
  for await (const batch of batches) yield batch.map(convert);
}

/** The same list, its rows as somebody else needs them. */
export const mapped = <Row, Sent>(listing: Listing<Row>, convert: (row: Row) => Sent): Listing<Sent> => ({
  async page(limit, offset) {
    const { total, rows } = await listing.page(limit, offset);
    return { total, rows: rows.map(convert) };
  },
  async whole(offset) {
    const { total, rows } = await listing.whole(offset);
    return { total, rows: converted(rows, convert) };
  },
});

/** All rows at once, of a list that is never long. */
export async function wholeArray<Row>(listing: Listing<Row>): Promise<Row[]> {
  const { rows } = await listing.whole();
  const all: Row[] = [];
  for await (const batch of rows) all.push(...batch);
  return all;
}

/** What a list answers: with `limit` one page, without it everything, streamed; and the total before paging. */
export const listed = <Row>(
  { limit, offset }: ListQuery,
  listing: Listing<Row>,
): Promise<Part<Row[] | AsyncIterable<Row[]>>> =>
  limit === undefined ? listing.whole(offset) : listing.page(limit, offset);
