import { and, eq, gte } from 'drizzle-orm';
import { type PgColumn, type PgTable, unionAll } from 'drizzle-orm/pg-core';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import type { Db } from '#server/db/connect.ts';
import { RECORD_TABLES } from '#server/db/schema.ts';

/** Every record type of a child, for they may all have been saved in spite of a warning. */
const OF_CHILD = (Object.entries(RECORDS) as unknown as [RecordKey, RecordDefinition][])
  .filter(([, { parent }]) => parent?.record === RECORDS.nino.key)
  .map(
    ([key]) => RECORD_TABLES[key] as unknown as PgTable & Record<'parentId' | 'fechaRegistro' | 'advertida', PgColumn>,
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
