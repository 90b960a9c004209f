import { isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { NEWEST_FIRST } from '#domain/lists/order.ts';
import { periodDays } from '#domain/reports/periods.ts';
import type { Db } from '#server/db/connect.ts';
import { LEVELS } from '#server/db/figure-tables.ts';
import { figureOfControlDay, nino } from '#server/db/schema.ts';
import { currentFigures, levelOf } from '#server/figures/current-figures.ts';
import { totalOf, totalOfPlace, totalRecorded, withinDays } from '#server/figures/totals.ts';
import { dayConditions, filterConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf, type Selection } from '#server/lists/listing.ts';
import { type OrderPart, sortedBy } from '#server/lists/order.ts';
import { createStatements } from '#server/lists/statements.ts';
import type { Total } from '#server/lists/totals.ts';
import { placeConditions } from './places.ts';

/** A column that the conditions of the list make not null. */
const filled = <Column extends PgColumn>(column: Column) => sql`${column}`.mapWith(column);

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
  edadCorregida: nino.edadCorregida,
  fecha: nino.controlFecha,
  orden,
};
const { edad, peso, longitud, fecha } = FOLLOWED;
/** A child with a control has all these values. */
const MEASURED = {
  ...FOLLOWED,
  edad: filled(edad),
  peso: filled(peso),
  longitud: filled(longitud),
  fecha: filled(fecha),
};
const CONTRADICTED = { ...DISAGREEING, discrepancia: filled(nino.discrepancia), fecha: filled(fecha) };
const VACCINATED = { _id, nombres, apellidos, vacunas: nino.vacunas, fechaRegistro, orden };

const LATEST_FIRST = { field: 'fecha', descending: true };

const controlDays = (column: PgColumn, query: ListQuery & { periodo?: number | undefined }): SQL[] => [
  ...withinDays(column, query),
  ...withinDays(column, periodDays(query.periodo ?? 0, today())),
];

/** The maintained total of a query, if there is one: of a place, or by day of the latest control down to cantons. */
function keptTotal(query: ListQuery, all: 'conControl' | 'discrepancias', ofDays: PgColumn): Total | undefined {
  if (query.q) return undefined;
  if (controlDays(nino.controlFecha, query).length === 0) return totalOfPlace(all, query);
  if (levelOf(query) > LEVELS.canton) return undefined;
  const ofStatus = ({ estado }: Record<string, PgColumn>) =>
    estado ? filterConditions({ estado }, ['estado'], query) : [];
  return totalOf(ofDays, () =>
    currentFigures(figureOfControlDay, [ofDays], {
      query,
      narrowed: (columns) => [...ofStatus(columns), ...(columns.fecha ? controlDays(columns.fecha, query) : [])],
    }),
  );
}

export type ChildrenRepository = ReturnType<typeof createChildrenRepository>;

interface Report<Row> {
  name: string;
  sort: ListQuery['sort'];
  rows: (total: SQL<number>) => Selection<Row & { total: number }>;
  order: OrderPart[];
  /** All children of the report; `narrowed` are the filters of the query. */
  all: SQL;
  narrowed: SQL[];
  total: Total | undefined;
}

export function createChildrenRepository(db: Db) {
  const statements = createStatements();

  const listing = <Row extends Record<string, unknown>>(report: Report<Row>): Listing<Row> => {
    const { name, sort, rows, order, all, narrowed, total } = report;
    return listingOf({
      db,
      rows,
      total: total ?? { by: 'count', of: (fields) => db.select(fields).from(nino).$dynamic() },
      conditions: [all, ...narrowed],
      order,
      keysOf: (row) => row,
      // Without filters and order the statement is always the same, so it is prepared.
      ...(narrowed.length === 0 && !sort && { prepared: { statements, name, values: {} } }),
    });
  };

  return {
    followed(query: ListQuery & { periodo?: number | undefined }) {
      const narrowed = [
        ...placeConditions(nino, query),
        ...searchCondition(nino.busqueda, query.q),
        ...controlDays(nino.controlFecha, query),
        ...filterConditions({ estado: nino.estado }, ['estado'], query),
      ];
      return listing({
        name: 'reporte_desnutricion',
        sort: query.sort,
        rows: (total) =>
          db
            .select({ ...MEASURED, total })
            .from(nino)
            .$dynamic(),
        order: sortedBy(query.sort ?? LATEST_FIRST, FOLLOWED, orden),
        all: isNotNull(nino.controlFecha),
        narrowed,
        total: keptTotal(query, 'conControl', figureOfControlDay.ninos),
      });
    },

    /** Children whose status by the programme and by the WHO standards disagree. */
    disagreeing(query: ListQuery & { estado?: string | undefined }) {
      const narrowed = [
        ...placeConditions(nino, query),
        ...searchCondition(nino.busqueda, query.q),
        ...controlDays(nino.controlFecha, query),
        ...filterConditions({ estado: nino.estado }, ['estado'], query),
      ];
      return listing({
        name: 'reporte_discrepancias',
        sort: query.sort,
        rows: (total) =>
          db
            .select({ ...CONTRADICTED, total })
            .from(nino)
            .$dynamic(),
        order: sortedBy(query.sort ?? LATEST_FIRST, DISAGREEING, orden),
        all: isNotNull(nino.discrepancia),
        narrowed,
        total: keptTotal(query, 'discrepancias', figureOfControlDay.discrepancias),
      });
    },

    vaccinated(query: ListQuery) {
      const narrowed = [
        ...placeConditions(nino, query),
        ...searchCondition(nino.busqueda, query.q),
        ...dayConditions(fechaRegistro, query),
      ];
      return listing({
        name: 'reporte_vacunas',
        sort: query.sort,
        rows: (total) =>
          db
            .select({ ...VACCINATED, total })
            .from(nino)
            .$dynamic(),
        order: sortedBy(query.sort ?? NEWEST_FIRST, VACCINATED, orden),
        all: sql`${nino.vacunas} > 0`,
        narrowed,
        total: totalRecorded('conVacunas', query),
      });
    },
  };
}
