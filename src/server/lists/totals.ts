import { count, type SQL, sql } from 'drizzle-orm';
import { COUNTED_AT_MOST } from '#domain/calls/counted-at-most.ts';
import type { Db } from '#server/db/connect.ts';
import { ONE_ROW } from '#server/db/statement-parts.ts';

interface TotalQuery extends PromiseLike<{ total: number }[]> {
  where(condition: SQL | undefined): TotalQuery;
  limit(rows: number): { as(alias: string): Parameters<ReturnType<Db['select']>['from']>[0] };
  prepare(name: string): { execute(values: Readonly<Record<string, unknown>>): Promise<{ total: number }[]> };
}

/** The rows to count, from no more tables than the conditions of the list need. */
type Counted = (fields: { total: SQL<number> | SQL.Aliased<number> }) => Pick<TotalQuery, 'where'>;

export type Computed =
  | { readonly by: 'count'; readonly of: Counted }
  /** Counts at most {@link COUNTED_AT_MOST} rows; all of a list that is sent whole, which takes long anyway. */
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
      return db.select({ total: count() }).from(some.limit(COUNTED_AT_MOST).as('some')).$dynamic();
    }
  }
  return total.of({ total: count() }).where(condition);
}
