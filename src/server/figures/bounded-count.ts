import { count, type SQL } from 'drizzle-orm';
import { COUNTED_AT_MOST } from '#domain/calls/counted-at-most.ts';
import type { Db } from '#server/db/database.ts';

/** A query of whatever is to be counted. */
interface Counted {
  where(condition: SQL | undefined): {
    limit(rows: number): { as(alias: string): Parameters<ReturnType<Db['select']>['from']>[0] };
  };
}

/** How many rows there are, counted no further than {@link COUNTED_AT_MOST}: where nothing keeps their number. */
export const boundedCount = (db: Db, rows: () => Counted) => ({
  where: (condition: SQL | undefined) =>
    db.select({ total: count() }).from(rows().where(condition).limit(COUNTED_AT_MOST).as('some')).$dynamic(),
});
