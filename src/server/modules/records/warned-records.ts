import { and, eq, gte } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';

/** Every record type of a child, for they may all have been saved in spite of a warning. */
const OF_CHILD = RECORD_LIST.filter(({ parent }) => parent?.record === RECORDS.nino.key).map(({ key }) =>
  recordTable(key),
);
type Table = (typeof OF_CHILD)[number];
const [FIRST, SECOND, ...MORE] = OF_CHILD as [Table, Table, ...Table[]];

/**
 * The records of all children that were registered since an instant: whose each is, and whether it was saved in spite of a warning.
 * @param of only those of the child that a statement around it looks at
 */
export function recentRecords(db: Db, since: Date, of?: PgColumn) {
  const recent = (table: Table) =>
    db
      .select({ child: table.parentId, advertida: table.advertida })
      .from(table)
      .where(and(gte(table.fechaRegistro, since), of && eq(table.parentId, of)));
  return unionAll(recent(FIRST), recent(SECOND), ...MORE.map(recent));
}

/** The children of those that were saved in spite of a warning. */
export function warnedChildren(db: Db, since: Date) {
  const warned = (table: Table) =>
    db
      .select({ child: table.parentId })
      .from(table)
      .where(and(eq(table.advertida, true), gte(table.fechaRegistro, since)));
  return unionAll(warned(FIRST), warned(SECOND), ...MORE.map(warned));
}
