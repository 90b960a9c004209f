import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addMonths, startOfDay, today } from '#domain/calendar.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Narrowing, Situation } from '#domain/records/narrowings.ts';
import { fieldDays } from '#domain/reports/field-week.ts';
import type { Db } from '#server/db/connect.ts';
import { control } from '#server/db/schema.ts';
import { filterConditions } from '#server/lists/conditions.ts';
import { followed, seenBefore } from './followed-children.ts';
import { warnedChildren } from './warned-records.ts';

type Columns = Record<string, PgColumn>;

/** Children with a control in a month `YYYY-MM`. */
function controlledIn(db: Db, _id: PgColumn, month: string): SQL {
  const first = `${month}-01`;
  const inMonth = and(gte(control.fecha, first), lt(control.fecha, addMonths(first, 1)));
  return inArray(_id, db.select({ child: control.parentId }).from(control).where(inMonth));
}

/** Each counts exactly whom the reports count. */
function situationConditions(db: Db, columns: Columns, situation: Situation): SQL[] {
  const { _id, ztalla, controlFecha, fechanacimiento, sexo } = columns;
  const { hoy, vistosDesde, advertenciasDesde } = fieldDays(today());
  const conditions: Record<Situation, () => SQL[]> = {
    seguimiento: () => [followed(hoy)],
    sincontrol: () => [followed(hoy), seenBefore(vistosDesde)],
    advertencias: () => [inArray(_id as PgColumn, warnedChildren(db, new Date(startOfDay(advertenciasDesde))))],
    concontrol: () => [isNotNull(controlFecha as PgColumn)],
    sinnacimiento: () => [isNull(fechanacimiento as PgColumn)],
    sinsexo: () => [eq(sexo as PgColumn, '')],
    medidos: () => [isNotNull(ztalla as PgColumn)],
    tallabaja: () => [lt(ztalla as PgColumn, -2)],
    tallasevera: () => [lt(ztalla as PgColumn, -3)],
  };
  return conditions[situation]();
}

/** The conditions of what a list's query narrows it by. */
export function narrowingConditions(
  db: Db,
  definition: RecordDefinition,
  columns: Columns,
  query: Record<string, unknown>,
): SQL[] {
  const { createdBy, _id } = columns as { createdBy: PgColumn; _id: PgColumn };
  const conditions: Record<Narrowing, (value: string) => SQL[]> = {
    sexo: () => filterConditions(columns, ['sexo'], query),
    estado: () => filterConditions(columns, ['estado'], query),
    responsable: (value) => [eq(createdBy, value)],
    mes: (value) => [controlledIn(db, _id, value)],
    situacion: (value) => situationConditions(db, columns, value as Situation),
  };
  return (definition.narrowings ?? []).flatMap((name) => (query[name] ? conditions[name](String(query[name])) : []));
}
