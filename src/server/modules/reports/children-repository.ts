import { and, count, gt, gte, isNotNull, lte, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import { periodDays } from '#domain/reports/periods.ts';
import type { Db } from '#server/db/connect.ts';
import { nino } from '#server/db/schema.ts';
import { statusCondition } from '../filters.ts';
import { dayConditions, type ListQuery, orderBy, searchCondition } from '../list-query.ts';
import type { Listing } from '../listing.ts';
import { placeConditions } from './places.ts';
import { CHILD } from './report-tables.ts';

type Row = Record<string, unknown>;
type Columns = Record<string, PgColumn>;

const { _id, nombres, apellidos, orden, fechaRegistro } = CHILD;
const FOLLOWED = {
  _id,
  nombres,
  apellidos,
  edad: CHILD.controlEdad,
  peso: CHILD.controlPeso,
  longitud: CHILD.controlLongitud,
  estado: CHILD.estado,
  fecha: CHILD.controlFecha,
  orden,
};
const DISAGREEING = {
  _id,
  nombres,
  apellidos,
  provincia: CHILD.provincia,
  canton: CHILD.canton,
  estado: CHILD.estado,
  zpeso: CHILD.zpeso,
  ztalla: CHILD.ztalla,
  zpesotalla: CHILD.zpesotalla,
  zimc: CHILD.zimc,
  discrepancia: CHILD.discrepancia,
  fecha: CHILD.controlFecha,
  orden,
};
const VACCINATED = { _id, nombres, apellidos, vacunas: CHILD.vacunas, fechaRegistro, orden };

/** The days of the latest control, both inside. */
const controlDays = (days: { desde?: string | undefined; hasta?: string | undefined } | null): SQL[] => [
  ...(days?.desde ? [gte(CHILD.controlFecha, days.desde)] : []),
  ...(days?.hasta ? [lte(CHILD.controlFecha, days.hasta)] : []),
];

export type ChildrenRepository = ReturnType<typeof createChildrenRepository>;

/** The tables that have one row per child. */
export function createChildrenRepository(db: Db) {
  const listing = (columns: Columns, conditions: SQL[], sort: { field: string; descending: boolean }): Listing<Row> => {
    const order = [
      { key: sort.field, column: columns[sort.field] as PgColumn, descending: sort.descending },
      { key: 'orden', column: orden, descending: true },
    ];
    return {
      order,
      keysOf: (row) => row,
      async total() {
        const [row] = await db
          .select({ total: count() })
          .from(nino)
          .where(and(...conditions));
        return row?.total ?? 0;
      },
      read: (next, limit, offset) =>
        db
          .select(columns)
          .from(nino)
          .where(and(...conditions, ...next))
          .orderBy(...orderBy(order))
          .limit(limit)
          .offset(offset),
    };
  };

  return {
    /** Children with a control, the latest controls first. */
    followed(query: ListQuery & { periodo?: number | undefined }): Listing<Row> {
      const conditions = [
        isNotNull(CHILD.controlFecha),
        ...placeConditions(CHILD, query),
        ...searchCondition(CHILD.busqueda, query.q),
        ...controlDays(query),
        ...controlDays(periodDays(query.periodo ?? 0, today())),
        ...statusCondition(CHILD.estado, query.estado),
      ];
      return listing(FOLLOWED, conditions, query.sort ?? { field: 'fecha', descending: true });
    },

    /** Children of whom the programme's status and the WHO say different things, the latest controls first. */
    disagreeing(query: ListQuery & { estado?: string | undefined }): Listing<Row> {
      const conditions = [
        isNotNull(CHILD.discrepancia),
        ...placeConditions(CHILD, query),
        ...searchCondition(CHILD.busqueda, query.q),
        ...controlDays(query),
        ...statusCondition(CHILD.estado, query.estado),
      ];
      return listing(DISAGREEING, conditions, query.sort ?? { field: 'fecha', descending: true });
    },

    /** Children with a vaccine, those registered last first. */
    vaccinated(query: ListQuery): Listing<Row> {
      const conditions = [
        gt(CHILD.vacunas, 0),
        ...placeConditions(CHILD, query),
        ...searchCondition(CHILD.busqueda, query.q),
        ...dayConditions(fechaRegistro, query),
      ];
      return listing(VACCINATED, conditions, query.sort ?? { field: 'fechaRegistro', descending: true });
    },
  };
}
