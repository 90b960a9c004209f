import { count, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { ONE_ROW } from '#server/db/statement-parts.ts';

/** The count of a search stops here. */
export const COUNTED_AT_MOST = 10_000;

/** One row more than a total says, so that it is clear whether there are more. */
export const COUNT_LIMIT = COUNTED_AT_MOST + 1;

export interface ShownTotal {
  readonly total: number;
  /** There are more rows than the total, which stopped at {@link COUNTED_AT_MOST}. */
  readonly isMinimum?: boolean;
}

/** @param counted rows, up to {@link COUNT_LIMIT} */
export const boundedTotal = (counted: number): ShownTotal =>
  counted > COUNTED_AT_MOST ? { total: COUNTED_AT_MOST, isMinimum: true } : { total: counted };

interface TotalQuery extends PromiseLike<{ total: number }[]> {
  where(condition: SQL | undefined): TotalQuery;
  limit(rows: number): { as(alias: string): Parameters<ReturnType<Db['select']>['from']>[0] };
  prepare(name: string): { execute(values: Readonly<Record<string, unknown>>): Promise<{ total: number }[]> };
}

/** The rows to count, from no more tables than the conditions of the list need. */
type Counted = (fields: { total: SQL<number> | SQL.Aliased<number> }) => Pick<TotalQuery, 'where'>;

export type Computed =
  | { readonly by: 'count'; readonly of: Counted }
  /** Counts up to {@link COUNT_LIMIT} rows; all of a list that is sent whole, which takes long anyway. */
  | { readonly by: 'boundedCount'; readonly of: Counted }
  /** Sums maintained figures; built lazily, since most lists have a prepared statement. */
  | { readonly by: 'figures'; sum(): SQL<number> };

export type Total =
  | Computed
  /** A total that is sometimes in memory, so that a page needs no count. */
  | {
      readonly by: 'memory';
      read(): number | undefined | Promise<number | undefined>;
      keep?(total: number): void;
      readonly otherwise: Computed;
    };

export function totalQuery(db: Db, total: Total, condition: SQL | undefined, whole: boolean): TotalQuery {
  switch (total.by) {
    case 'memory':
      return totalQuery(db, total.otherwise, condition, whole);
    case 'figures':
      return db.select({ total: total.sum() }).from(ONE_ROW).$dynamic();
    case 'boundedCount': {
      if (whole) break;
      const some = total.of({ total: sql<number>`1`.as('one') }).where(condition);
      return db.select({ total: count() }).from(some.limit(COUNT_LIMIT).as('some')).$dynamic();
    }
  }
  return total.of({ total: count() }).where(condition);
}
