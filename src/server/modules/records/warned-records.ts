import { and, eq, gte } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/schema.ts';

/** Every record type of a child, for they may all have been saved in spite of a warning. */
const OF_CHILD = RECORD_LIST.filter(({ parent }) => parent?.record === RECORDS.nino.key).map(({ key }) =>
  recordTable(key),
);

function ofEvery<T>(queries: T[], union: (first: T, second: T, ...more: T[]) => T): T {
  const [first, second, ...more] = queries as [T, T, ...T[]];
  return union(first, second, ...more);
}

/** The records of all children that were registered since an instant: whose each is, and whether it was saved in spite of a warning. */
export function recentRecords(db: Db, since: Date) {
  const queries = OF_CHILD.map((table) =>
    db.select({ child: table.parentId, advertida: table.advertida }).from(table).where(gte(table.fechaRegistro, since)),
  );
  return ofEvery(queries as never[], unionAll as never) as (typeof queries)[number];
}

/** The children of those that were saved in spite of a warning. */
export function warnedChildren(db: Db, since: Date) {
  const queries = OF_CHILD.map((table) =>
    db
      .select({ child: table.parentId })
      .from(table)
      .where(and(eq(table.advertida, true), gte(table.fechaRegistro, since))),
  );
  return ofEvery(queries as never[], unionAll as never) as (typeof queries)[number];
}
