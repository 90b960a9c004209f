import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { RecordKey } from '#domain/records/index.ts';
import type { RecordTable } from './record-table.ts';
import * as schema from './schema.ts';

/** Does not compile if a record type has no table under its key. */
const TABLES: Record<RecordKey, RecordTable> = schema;

/** `parentId` exists if the type has a parent, `custodio` for women and children. */
export const recordTable = (key: string) =>
  TABLES[key as RecordKey] as RecordTable & { parentId: PgColumn; custodio: PgColumn };

export function storedColumns({ key, fieldNames, derived = {}, parent }: RecordDefinition) {
  const table = recordTable(key);
  const columns = getTableColumns(table);
  const { _id, orden, version, fechaRegistro } = table;
  const named = [...fieldNames, ...Object.keys(derived)].map((name) => [name, columns[name] as PgColumn]);
  const own: Record<string, PgColumn> = Object.fromEntries(named);
  return { ...own, ...(parent && { parentId: table.parentId }), _id, orden, version, fechaRegistro };
}
