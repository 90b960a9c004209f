import { and, count, eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { EMBEDDED } from '#domain/calls/record-reports.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { nino, usuario } from '#server/db/schema.ts';
import { dayConditions, type ListQuery, type OrderPart, orderBy, searchCondition } from '../list-query.ts';
import type { Listing } from '../listing.ts';
import type { StoredRow } from '../records/record-wire.ts';
import { placeConditions } from './places.ts';

export interface ReportedRow extends StoredRow {
  child: Record<string, unknown>;
}

const child = Object.fromEntries(EMBEDDED.map((name) => [name, nino[name]]));
const creator = { _id: usuario._id, nombre: usuario.nombre, apellido: usuario.apellido, cedula: usuario.cedula };

export type RecordReport = ReturnType<typeof createRecordReport>;

/** Every child's records of one type, the newest first, each with its child; `q` and the places are the child's. */
export function createRecordReport(db: Db, { key }: RecordDefinition) {
  const table = recordTable(key);
  const columns = getTableColumns(table);

  return (query: ListQuery): Listing<ReportedRow> => {
    const ofChild = [...placeConditions(nino, query), ...searchCondition(nino.busqueda, query.q)];
    const conditions = [...ofChild, ...dayConditions(table.fechaRegistro, query)];
    const { field, descending } = query.sort ?? { field: 'fechaRegistro', descending: true };
    const order: OrderPart[] = [
      { key: field, column: columns[field] as PgColumn, descending },
      { key: 'orden', column: table.orden, descending: true },
    ];
    return {
      order,
      keysOf: ({ row }) => row,
      async total() {
        const counted = db.select({ total: count() }).from(table).$dynamic();
        // Every record has a child: it is only looked at when it is asked about.
        const rows = ofChild.length > 0 ? counted.innerJoin(nino, eq(nino._id, table.parentId)) : counted;
        const [row] = await rows.where(and(...conditions));
        return row?.total ?? 0;
      },
      read: async (next, limit, offset) =>
        (await db
          .select({ row: table, creator, child })
          .from(table)
          .innerJoin(usuario, eq(usuario._id, table.createdBy))
          .innerJoin(nino, eq(nino._id, table.parentId))
          .where(and(...conditions, ...next))
          .orderBy(...orderBy(order))
          .limit(limit)
          .offset(offset)) as ReportedRow[],
    };
  };
}
