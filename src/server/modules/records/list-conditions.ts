import { and, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { addMonths, startOfDay } from '#domain/calendar.ts';
import { type Condition, followedOn } from '#domain/lists/conditions.ts';
import type { Db } from '#server/db/connect.ts';
import { control, custodianOf, nino } from '#server/db/schema.ts';
import { type Columns, columnOf, fieldCondition, withinSpan } from '#server/lists/conditions.ts';
import { warnedChildren } from './warned-records.ts';

const { _id, visto, fechaRegistro } = nino;
const CHILD: Columns = getTableColumns(nino);

/** Children whose latest control, or registration if there is none, is before this day. */
export const lastSeenBefore = (day: string): SQL =>
  sql`coalesce(${visto}, (${fechaRegistro} at time zone 'America/Guayaquil')::date) < ${day}`;

function controlledIn(db: Db, month: string): SQL {
  const first = `${month}-01`;
  const inMonth = and(gte(control.fecha, first), lt(control.fecha, addMonths(first, 1)));
  return inArray(_id, db.select({ child: control.parentId }).from(control).where(inMonth));
}

export function conditionSql(db: Db, columns: Columns, condition: Condition): SQL[] {
  switch (condition.is) {
    case 'registered':
      return withinSpan(columnOf(columns, 'fechaRegistro'), { from: condition.from, before: condition.before });
    case 'recordedBy':
      return [eq(columnOf(columns, 'createdBy'), condition.user)];
    case 'heldBy':
      return [eq(custodianOf(nino), condition.user)];
    case 'seenBefore':
      return [lastSeenBefore(condition.day)];
    case 'controlledIn':
      return [controlledIn(db, condition.month)];
    case 'warnedSince':
      return [inArray(_id, warnedChildren(db, new Date(startOfDay(condition.day))))];
    default:
      return [fieldCondition(columns, condition)];
  }
}

export const childConditions = (db: Db, conditions: readonly Condition[]): SQL[] =>
  conditions.flatMap((condition) => conditionSql(db, CHILD, condition));

export const inFollowUp = (db: Db, day: string): SQL[] => childConditions(db, [followedOn(day)]);
