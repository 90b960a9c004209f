import { count, type SQL, sql } from 'drizzle-orm';
import { COUNTED_AT_MOST } from '#domain/calls/counted-at-most.ts';
import type { Db } from '#server/db/connect.ts';
import { ONCE } from '#server/db/parts.ts';

/** A query of a total that is still to be narrowed; it is also part of another one. */
interface TotalQuery extends PromiseLike<{ total: number }[]> {
  where(condition: SQL | undefined): TotalQuery;
  limit(rows: number): { as(alias: string): Parameters<ReturnType<Db['select']>['from']>[0] };
  prepare(name: string): { execute(values: Readonly<Record<string, unknown>>): Promise<{ total: number }[]> };
}

/** The rows that are counted: of no more tables than the conditions of the list are about. */
type Counted = (fields: { total: SQL<number> | SQL.Aliased<number> }) => Pick<TotalQuery, 'where'>;

/** What one statement answers. */
export type Computed =
  /** Every row is counted. */
  | { readonly by: 'count'; readonly of: Counted }
  /** Rows are counted no further than {@link COUNTED_AT_MOST}; of a list that is sent whole, which takes long anyway, all. */
  | { readonly by: 'boundedCount'; readonly of: Counted }
  /** Figures are kept of it. Their sum is written when a statement is: most lists have theirs prepared. */
  | { readonly by: 'figures'; sum(): SQL<number> };

/** How a list knows how many rows it has. */
export type Total =
  | Computed
  /** It is in this process, at times: a page then needs no count. */
  | {
      readonly by: 'memory';
      read(): number | undefined | Promise<number | undefined>;
      /** Takes what had to be computed. */
      keep?(total: number): void;
      readonly otherwise: Computed;
    };

/** The statement of a total. @param whole whether the list is sent whole */
export function totalQuery(db: Db, total: Total, condition: SQL | undefined, whole: boolean): TotalQuery {
  switch (total.by) {
    case 'memory':
      return totalQuery(db, total.otherwise, condition, whole);
    case 'figures':
      return db.select({ total: total.sum() }).from(ONCE).$dynamic();
    case 'boundedCount': {
      if (whole) break;
      const some = total.of({ total: sql<number>`1`.as('one') }).where(condition);
      return db.select({ total: count() }).from(some.limit(COUNTED_AT_MOST).as('some')).$dynamic();
    }
  }
  return total.of({ total: count() }).where(condition);
}
