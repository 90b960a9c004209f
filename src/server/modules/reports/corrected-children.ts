import { and, count, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PLACES } from '#domain/reports/places.ts';
import type { Db } from '#server/db/connect.ts';
import { nino, placeTable } from '#server/db/schema.ts';
import type { Places } from '#server/figures/current-figures.ts';
import { filterConditions } from '#server/lists/conditions.ts';

/** Children whose latest control was judged at the corrected age; they are few and have an index of their own. */
export function createCorrectedChildren(db: Db) {
  const inPlaces = (column: PgColumn, query: Places): SQL | undefined => {
    const named = filterConditions(getTableColumns(placeTable), PLACES, query);
    const ids = db
      .select({ _id: placeTable._id })
      .from(placeTable)
      .where(and(...named));
    return named.length > 0 ? inArray(column, ids) : undefined;
  };
  const children = (query: Places) => and(nino.edadCorregida, inPlaces(nino.lugar, query));

  return {
    inPlaces,
    children,
    /** @param among further conditions that the children meet */
    async count(query: Places, among?: SQL): Promise<number> {
      const [row] = await db
        .select({ children: count() })
        .from(nino)
        .where(and(children(query), among));
      return row?.children ?? 0;
    },
  };
}
