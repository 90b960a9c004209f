import { Readable } from 'node:stream';

/** Streams a JSON array, one chunk per batch: the server never holds the whole list. */
export function jsonArrayStream(batches: AsyncIterable<unknown[]>): Readable {
  async function* text(): AsyncGenerator<string> {
    let separator = '[';
    for await (const batch of batches) {
      if (batch.length === 0) continue;
      yield separator + batch.map((row) => JSON.stringify(row)).join(',');
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }
  return Readable.from(text(), { objectMode: false, highWaterMark: 64 * 1024 });
}
