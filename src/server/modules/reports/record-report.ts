import { eq, type GetColumnData, getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ListQuery } from '#domain/calls/list-query.ts';
import type { EMBEDDED } from '#domain/calls/record-reports.ts';
import { NEWEST_FIRST } from '#domain/lists/order.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { nino, usuario } from '#server/db/schema.ts';
import { type Recorded, totalRecorded } from '#server/figures/totals.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf } from '#server/lists/listing.ts';
import { sortedBy } from '#server/lists/order.ts';
import type { StoredRow } from '#server/modules/records/record-wire.ts';
import { placeConditions } from './places.ts';

const child = {
  _id: nino._id,
  cedula: nino.cedula,
  nombres: nino.nombres,
  apellidos: nino.apellidos,
  sexo: nino.sexo,
  fechanacimiento: nino.fechanacimiento,
  provincia: nino.provincia,
  canton: nino.canton,
  establecimiento: nino.establecimiento,
} satisfies Record<(typeof EMBEDDED)[number], PgColumn>;

export interface ReportedRow extends StoredRow {
  child: { [Name in keyof typeof child]: GetColumnData<(typeof child)[Name]> };
}

const creator = { _id: usuario._id, nombre: usuario.nombre, apellido: usuario.apellido, cedula: usuario.cedula };

export type RecordReport = ReturnType<typeof createRecordReport>;

/** Records of one type with their children, the newest first; `q` and the places filter the children. */
export function createRecordReport(db: Db, definition: RecordDefinition, recorded: Recorded) {
  const table = recordTable(definition.key);
  const columns = getTableColumns(table);

  return (query: ListQuery): Listing<ReportedRow> => {
    const ofChild = [...placeConditions(nino, query), ...searchCondition(nino.busqueda, query.q)];
    return listingOf<ReportedRow>({
      db,
      rows: (total) =>
        db
          .select({ row: storedColumns(definition), creator, child, total })
          .from(table)
          .innerJoin(usuario, eq(usuario._id, table.createdBy))
          .innerJoin(nino, eq(nino._id, table.parentId))
          .$dynamic(),
      total: totalRecorded(recorded, query) ?? {
        by: 'count',
        of: (fields) => db.select(fields).from(table).innerJoin(nino, eq(nino._id, table.parentId)).$dynamic(),
      },
      conditions: [...ofChild, ...dayConditions(table.fechaRegistro, query)],
      order: sortedBy(query.sort ?? NEWEST_FIRST, columns, table.orden),
      keysOf: ({ row }) => row,
    });
  };
}
