import type { StoredRecord } from '#domain/calls/record-wire.ts';
import { type RecordDefinition, toNested } from '#domain/records/define-record.ts';

/** A row as the repository reads it: its columns, and its creator's name. */
export interface StoredRow {
  row: Record<string, unknown> & { _id: string; version: number; fechaRegistro: Date };
  creator: StoredRecord['createdBy'];
}

/** A row as it travels: fields by name, instants ISO UTC, the parent's id under the parent's field. */
export function toWire(definition: RecordDefinition, { row, creator }: StoredRow): StoredRecord {
  const { fieldNames, derived = [], parent } = definition;
  const read = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return {
    _id: row._id,
    version: row.version,
    ...toNested(definition, read(fieldNames)),
    ...read(derived),
    ...(parent && { [parent.field]: row.parentId }),
    fechaRegistro: row.fechaRegistro.toISOString(),
    createdBy: creator,
  };
}
