import { setImmediate as othersFirst } from 'node:timers/promises';
import { and, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { ListQuery } from '#domain/calls/list-query.ts';
import type { Db } from '#server/db/connect.ts';
import { after, type OrderPart, orderBy, reversed } from './order.ts';
import { type Statements, UNNAMED } from './statements.ts';
import { type Total, totalQuery } from './totals.ts';

/** Rows read at once while a whole list is streamed: so few that whoever has to wait for them, where the database answers one at a time, hardly does. */
export const BATCH = 200;

/** Part of a list; the total is that of all of it. */
interface Part<Rows> {
  readonly total: number;
  readonly rows: Rows;
}

/** A list that can be read page by page, or whole in constant memory. */
export interface Listing<Row> {
  page(limit: number, offset?: number): Promise<Part<Row[]>>;
  /** What is no more than one batch is there at once. */
  whole(offset?: number): Promise<Part<Row[] | AsyncIterable<Row[]>>>;
}

/** A query that is still to be narrowed, put in order and cut. */
export interface Selection<Row> extends PromiseLike<Row[]> {
  where(condition: SQL | undefined): Selection<Row>;
  orderBy(...order: SQL[]): Selection<Row>;
  limit(rows: number | Placeholder | SQL): Selection<Row>;
  offset(rows: number | Placeholder): Selection<Row>;
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> };
}

/** Where the rows of a list come from. */
interface Source<Row> {
  readonly db: Db;
  /** Every row, with the total that it is given. */
  rows(total: SQL<number>): Selection<Row & { total: number }>;
  readonly total: Total;
  readonly conditions: readonly (SQL | undefined)[];
  readonly order: OrderPart[];
  /** A row's values under the keys of the order. */
  keysOf(row: Row): Record<string, unknown>;
  /** Of a list that is asked for again and again: the conditions hold placeholders for the values. */
  readonly prepared?: {
    readonly statements: Statements;
    readonly name: string;
    /** Whether the database plans it for its values: the statement is the same then, but the database does not keep it. */
    readonly plannedAnew?: boolean;
    readonly values: Readonly<Record<string, unknown>>;
  };
}

export const NOT_COUNTED = sql<number>`0`;

/**
 * Rows that screens and batches ask for, said in the statement itself. Where the database does not know how many are wanted it plans for a
 * tenth of the table, finds a plan for the number at hand cheaper, and so makes one each time, which takes longer than reading five rows.
 * Only these: a connection keeps a plan for each.
 */
const USUAL_LIMITS: readonly number[] = [5, 10, 20, 25, 50, 100, BATCH];

/** A list of rows that the database narrows, orders and counts. */
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

  /** Of as many rows as there are; what lies nearer to the end is read from there. */
  const someOf = async (many: number, limit: number, offset: number): Promise<Row[]> => {
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
    const remembered = await memory?.read();
    if (remembered !== undefined) return { total: remembered, rows: await someOf(remembered, limit, offset) };
    const onPage = await read(true, limit, offset);
    // Beyond the end no row has it.
    const counted = onPage[0]?.total ?? (offset === 0 ? 0 : await count(false));
    memory?.keep?.(counted);
    return { total: counted, rows: onPage };
  };

  async function* batches(first: Row[]): AsyncGenerator<Row[]> {
    for (let batch = first; ; ) {
      yield batch;
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return;
      // Where the database answers within this process nobody else would have a turn.
      await othersFirst();
      batch = await selection(NOT_COUNTED, [after(order, keysOf(last))])
        .limit(BATCH)
        .prepare(UNNAMED)
        .execute({ ...prepared?.values });
    }
  }

  return {
    page,
    async whole(offset = 0) {
      const first = await read(false, BATCH, offset);
      // What ends here was counted by reading it.
      const ends = first.length < BATCH && (first.length > 0 || offset === 0);
      if (ends) return { total: offset + first.length, rows: first };
      return { total: await count(true), rows: batches(first) };
    },
  };
}

/** A list that is in memory already. */
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

/** The same list, its rows as somebody else needs them. */
export const mapped = <Row, Sent>(listing: Listing<Row>, convert: (row: Row) => Sent): Listing<Sent> => ({
  async page(limit, offset) {
    const { total, rows } = await listing.page(limit, offset);
    return { total, rows: rows.map(convert) };
  },
  async whole(offset) {
    const { total, rows } = await listing.whole(offset);
    return { total, rows: Array.isArray(rows) ? rows.map(convert) : converted(rows, convert) };
  },
});

/** The same list, its rows as somebody else needs them, as many at once as were read. */
export const mappedTogether = <Row, Sent>(
  listing: Listing<Row>,
  convert: (rows: Row[]) => Promise<Sent[]>,
): Listing<Sent> => ({
  async page(limit, offset) {
    const { total, rows } = await listing.page(limit, offset);
    return { total, rows: await convert(rows) };
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

/** All rows at once, of a list that is never long. */
export async function wholeArray<Row>(listing: Listing<Row>): Promise<Row[]> {
  const { rows } = await listing.whole();
  if (Array.isArray(rows)) return rows;
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
