import { count, gt, gte, isNotNull, lte, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { periodDays } from '#domain/reports/periods.ts';
import type { Db } from '#server/db/connect.ts';
import { nino } from '#server/db/schema.ts';
import { dayConditions, filterConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf } from '#server/lists/listing.ts';
import { NEWEST_FIRST, sortedBy } from '#server/lists/order.ts';
import { placeConditions } from './places.ts';

type Row = Record<string, unknown>;
type Columns = Record<string, PgColumn>;

const { _id, nombres, apellidos, orden, fechaRegistro } = nino;
const FOLLOWED = {
  _id,
  nombres,
  apellidos,
  edad: nino.controlEdad,
  peso: nino.controlPeso,
  longitud: nino.controlLongitud,
  estado: nino.estado,
  fecha: nino.controlFecha,
  orden,
};
const DISAGREEING = {
  _id,
  nombres,
  apellidos,
  provincia: nino.provincia,
  canton: nino.canton,
  estado: nino.estado,
  zpeso: nino.zpeso,
  ztalla: nino.ztalla,
  zpesotalla: nino.zpesotalla,
  zimc: nino.zimc,
  discrepancia: nino.discrepancia,
  fecha: nino.controlFecha,
  orden,
};
const VACCINATED = { _id, nombres, apellidos, vacunas: nino.vacunas, fechaRegistro, orden };

/** The days of the latest control, both inside. */
const controlDays = (days: { desde?: string | undefined; hasta?: string | undefined } | null): SQL[] => [
  ...(days?.desde ? [gte(nino.controlFecha, days.desde)] : []),
  ...(days?.hasta ? [lte(nino.controlFecha, days.hasta)] : []),
];

export type ChildrenRepository = ReturnType<typeof createChildrenRepository>;

/** The tables that have one row per child. */
export function createChildrenRepository(db: Db) {
  const listing = (columns: Columns, conditions: SQL[], sort: { field: string; descending: boolean }): Listing<Row> => {
    return listingOf<Row>({
      rows: (total) =>
        db
          .select({ ...columns, total })
          .from(nino)
          .$dynamic(),
      counted: () => db.select({ total: count() }).from(nino).$dynamic(),
      conditions,
      order: sortedBy(sort, columns, orden),
      keysOf: (row) => row,
    });
  };

  return {
    /** Children with a control, the latest controls first. */
    followed(query: ListQuery & { periodo?: number | undefined }): Listing<Row> {
      const conditions = [
        isNotNull(nino.controlFecha),
        ...placeConditions(nino, query),
        ...searchCondition(nino.busqueda, query.q),
        ...controlDays(query),
        ...controlDays(periodDays(query.periodo ?? 0, today())),
        ...filterConditions({ estado: nino.estado }, ['estado'], query),
      ];
      return listing(FOLLOWED, conditions, query.sort ?? { field: 'fecha', descending: true });
    },

    /** Children of whom the programme's status and the WHO say different things, the latest controls first. */
    disagreeing(query: ListQuery & { estado?: string | undefined }): Listing<Row> {
      const conditions = [
        isNotNull(nino.discrepancia),
        ...placeConditions(nino, query),
        ...searchCondition(nino.busqueda, query.q),
        ...controlDays(query),
        ...filterConditions({ estado: nino.estado }, ['estado'], query),
      ];
      return listing(DISAGREEING, conditions, query.sort ?? { field: 'fecha', descending: true });
    },

    /** Children with a vaccine, those registered last first. */
    vaccinated(query: ListQuery): Listing<Row> {
      const conditions = [
        gt(nino.vacunas, 0),
        ...placeConditions(nino, query),
        ...searchCondition(nino.busqueda, query.q),
        ...dayConditions(fechaRegistro, query),
      ];
      return listing(VACCINATED, conditions, query.sort ?? NEWEST_FIRST);
    },
  };
}
