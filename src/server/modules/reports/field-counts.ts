import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { startOfDay } from '#domain/calendar.ts';
import type { FieldDays, Span } from '#domain/reports/field-week.ts';
import type { Db } from '#server/db/connect.ts';
import { countWhere } from '#server/db/counting.ts';
import { control, custodianOf, nino } from '#server/db/schema.ts';
import { inFollowUp, lastSeenBefore } from '#server/modules/records/list-conditions.ts';
import { recentRecords } from '#server/modules/records/warned-records.ts';

const { lugar } = nino;
/** The present custodian, not the account that recorded the child. */
const custodian = custodianOf(nino);
/** The place as a number, which is faster to compare than three names. */
const GROUP = { by: custodian.as('by'), lugar };

/** How the child of each record is read. A few records of many children need a lookup each; all records of few children are joined at once. */
type ChildReading = 'lookup' | 'join';

/** The child of a row, if it is in scope. The limit forces a lookup by primary key: the planner cannot begin with all children. */
function childOf(db: Db, parent: PgColumn | SQL.Aliased, scope: SQL[], by: ChildReading) {
  const child = db
    .select(GROUP)
    .from(nino)
    .where(and(eq(nino._id, parent), ...scope))
    .$dynamic();
  return (by === 'lookup' ? child.limit(1) : child).as('of_child');
}

/** By custodian and place: children in follow-up, and how many of them were not seen. */
export const countChildren = (db: Db, scope: SQL[], days: FieldDays) =>
  db
    .select({ by: custodian, lugar, ninos: count(), sinControl: countWhere(lastSeenBefore(days.vistosDesde)) })
    .from(nino)
    .where(and(...inFollowUp(db, days.hoy), ...scope))
    .groupBy(custodian, lugar);

export function countControls(
  db: Db,
  scope: SQL[],
  by: ChildReading,
  { mes, mismoDia }: FieldDays,
  { from, before }: Span,
) {
  const { fecha } = control;
  const child = childOf(db, control.parentId, scope, by);
  return db
    .select({
      by: child.by,
      lugar: child.lugar,
      controlesMes: countWhere(gte(fecha, mes)),
      controlesMesAnterior: countWhere(lt(fecha, mes)),
      controlesMismoDia: countWhere(sql`${fecha} <= ${mismoDia}`),
    })
    .from(control)
    .innerJoinLateral(child, sql`true`)
    .where(and(gte(fecha, from), before ? lt(fecha, before) : undefined))
    .groupBy(child.by, child.lugar);
}

const instant = (day: string) => new Date(startOfDay(day));

/** By custodian and place: the records of some days, and how many were saved in spite of a warning. */
export function countRecorded(db: Db, scope: SQL[], by: ChildReading, { from, before }: Span) {
  const records = recentRecords(db, instant(from), before ? instant(before) : undefined).as('registros');
  const child = childOf(db, records.child, scope, by);
  return db
    .select({
      by: child.by,
      lugar: child.lugar,
      registros: count(),
      advertidos: countWhere(sql`${records.advertida}`),
    })
    .from(records)
    .innerJoinLateral(child, sql`true`)
    .groupBy(child.by, child.lugar);
}
