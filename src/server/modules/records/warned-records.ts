import { and, eq, gte, lt } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';

/** Every record type of a child: any may be saved in spite of a warning. */
const OF_CHILD = RECORD_LIST.filter(({ parent }) => parent?.record === RECORDS.nino.key).map(({ key }) =>
  recordTable(key),
);
type Table = (typeof OF_CHILD)[number];
const [FIRST, SECOND, ...MORE] = OF_CHILD as [Table, Table, ...Table[]];

/** Records of all children registered in a period: the child of each, and whether it was saved in spite of a warning. */
export function recentRecords(db: Db, since: Date, before?: Date) {
  const recent = (table: Table) =>
    db
      .select({ child: table.parentId, advertida: table.advertida })
      .from(table)
      .where(and(gte(table.fechaRegistro, since), before && lt(table.fechaRegistro, before)));
  return unionAll(recent(FIRST), recent(SECOND), ...MORE.map(recent));
}

export function warnedChildren(db: Db, since: Date) {
  const warned = (table: Table) =>
    db
      .select({ child: table.parentId })
      .from(table)
      .where(and(eq(table.advertida, true), gte(table.fechaRegistro, since)));
  return unionAll(warned(FIRST), warned(SECOND), ...MORE.map(warned));
}
