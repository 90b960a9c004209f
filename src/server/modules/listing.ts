import type { SQL } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { jsonArrayStream } from './json-stream.ts';
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

async function* converted<T>(batches: AsyncIterable<T[]>, toWire: (row: T) => unknown): AsyncGenerator<unknown[]> {
  for await (const batch of batches) yield batch.map(toWire);
}

/** Answers a list: with `limit` one page, without it everything, streamed; the total before paging in X-Total-Count. */
export async function sendListing<T>(
  reply: FastifyReply,
  { limit, offset }: ListQuery,
  listing: Listing<T>,
  toWire: (row: T) => unknown,
): Promise<unknown> {
  reply.header('X-Total-Count', await listing.total());
  if (limit !== undefined) return (await listing.read([], limit, offset ?? 0)).map(toWire);
  const stream = jsonArrayStream(converted(inBatches(listing, offset), toWire));
  return reply.type('application/json; charset=utf-8').send(stream);
}
