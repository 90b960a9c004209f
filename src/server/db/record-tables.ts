import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { RecordKey } from '#domain/records/index.ts';
import type { RecordTable } from './record-table.ts';
import * as schema from './schema.ts';

/** Does not compile while a record type has no table under its key. */
const TABLES: Record<RecordKey, RecordTable> = schema;

/** The table of a record type: what all of them have, and of whom it is when it belongs to somebody. */
export const recordTable = (key: string) => TABLES[key as RecordKey] as RecordTable & { parentId: PgColumn };

/** All columns of a record's table: those that every record has by their types, the others by name only. */
export const storedColumns = (table: RecordTable) => {
  const { _id, version, fechaRegistro } = table;
  return { ...getTableColumns(table), _id, version, fechaRegistro };
};
