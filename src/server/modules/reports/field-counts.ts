import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { startOfDay } from '#domain/calendar.ts';
import type { FieldDays, Span } from '#domain/reports/field-week.ts';
import type { Db } from '#server/db/connect.ts';
import { howMany } from '#server/db/counting.ts';
import { control, custodianOf, nino } from '#server/db/schema.ts';
import { followed, seenBefore } from '#server/modules/records/list-conditions.ts';
import { recentRecords } from '#server/modules/records/warned-records.ts';

const { lugar } = nino;
/** Whose booklet it is now, whoever recorded it. */
const custodian = custodianOf(nino);
/** Its place has a number, which is sooner compared than three names. */
const GROUP = { by: custodian.as('by'), lugar };

/**
 * The child of each row that is looked at, if it is one of those asked for, by its primary key: because of the limit the database
 * cannot begin with all children instead, of whom the records of a day concern few.
 */
const childOf = (db: Db, parent: PgColumn | SQL.Aliased, whose: SQL[]) =>
  db
    .select(GROUP)
    .from(nino)
    .where(and(eq(nino._id, parent), ...whose))
    .limit(1)
    .as('of_child');

/** By who is responsible for children, and their place: how many are followed, and how many of them unseen. */
export const countChildren = (db: Db, whose: SQL[], days: FieldDays) =>
  db
    .select({ by: custodian, lugar, ninos: count(), sinControl: howMany(seenBefore(days.vistosDesde)) })
    .from(nino)
    .where(and(...followed(db, days.hoy), ...whose))
    .groupBy(custodian, lugar);

/** The controls of some days. */
export function countControls(db: Db, whose: SQL[], { mes, mismoDia }: FieldDays, { from, before }: Span) {
  const { fecha } = control;
  const child = childOf(db, control.parentId, whose);
  return db
    .select({
      by: child.by,
      lugar: child.lugar,
      controlesMes: howMany(gte(fecha, mes)),
      controlesMesAnterior: howMany(lt(fecha, mes)),
      controlesMismoDia: howMany(sql`${fecha} <= ${mismoDia}`),
    })
    .from(control)
    .innerJoinLateral(child, sql`true`)
    .where(and(gte(fecha, from), before ? lt(fecha, before) : undefined))
    .groupBy(child.by, child.lugar);
}

const instant = (day: string) => new Date(startOfDay(day));

/** What was registered on some days, and how much of it in spite of a warning. */
export function countRecorded(db: Db, whose: SQL[], { from, before }: Span) {
  const records = recentRecords(db, instant(from), before ? instant(before) : undefined).as('registros');
  const child = childOf(db, records.child, whose);
  return db
    .select({
      by: child.by,
      lugar: child.lugar,
      registros: count(),
      advertidos: howMany(sql`${records.advertida}`),
    })
    .from(records)
    .innerJoinLateral(child, sql`true`)
    .groupBy(child.by, child.lugar);
}
