import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LOWEST_ID } from '#domain/uuid.ts';

/** People who are judged in one go; a calendar of vaccines takes some hundredths of a millisecond. */
const JUDGED_AT_ONCE = 100;

export interface Walk {
  /** People per statement. */
  readonly size: number;
  /** Awaited between two statements; rejects once the server closes. */
  readonly pause: () => Promise<void>;
}

/** Reads people in the order of their ids, a page at a time. @param page the people after an id */
export async function walkPeople<Row extends { readonly _id: string }>(
  { size, pause }: Walk,
  page: (after: string, size: number) => Promise<Row[]>,
  each: (row: Row) => void,
): Promise<void> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined; ) {
    const rows: Row[] = await page(after, size);
    for (const [at, row] of rows.entries()) {
      if (at % JUDGED_AT_ONCE === 0) await yieldToEventLoop();
      each(row);
    }
    after = rows.length < size ? undefined : rows.at(-1)?._id;
    await pause();
  }
}
