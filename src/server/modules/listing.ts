import type { SQL } from 'drizzle-orm';
import { after, type ListQuery, type OrderPart } from './list-query.ts';

/** Rows read at once while a whole list is streamed. */
export const BATCH = 500;

/** How the rows of a list are read in its order. */
interface Reader<T> {
  readonly order: OrderPart[];
  /** Rows that also meet `next`. */
  read(next: SQL[], limit: number, offset: number): Promise<T[]>;
  /** A row's values under the keys of the order. */
  keysOf(row: T): Record<string, unknown>;
}

/** The whole list in batches, in constant memory. */
export async function* inBatches<T>({ order, read, keysOf }: Reader<T>, offset = 0): AsyncGenerator<T[]> {
  let last: T | undefined;
  let skip = offset;
  do {
    const batch = await read(last ? [after(order, keysOf(last))] : [], BATCH, skip);
    skip = 0;
    last = batch.length === BATCH ? batch.at(-1) : undefined;
    yield batch;
  } while (last);
}

/** A list that can be counted, and read. */
export interface Listing<T> extends Reader<T> {
  total(): Promise<number>;
}

async function* converted<T, W>(batches: AsyncIterable<T[]>, toWire: (row: T) => W): AsyncGenerator<W[]> {
  for await (const batch of batches) yield batch.map(toWire);
}

/** What a list answers: with `limit` one page, without it everything, streamed; and the total before paging. */
export async function listed<T, W>(
  { limit, offset }: ListQuery,
  listing: Listing<T>,
  toWire: (row: T) => W,
): Promise<{ total: number; rows: W[] | AsyncIterable<W[]> }> {
  const total = await listing.total();
  if (limit !== undefined) return { total, rows: (await listing.read([], limit, offset ?? 0)).map(toWire) };
  return { total, rows: converted(inBatches(listing, offset), toWire) };
}
