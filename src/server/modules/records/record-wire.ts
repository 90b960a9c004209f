import type { StoredRecord } from '#domain/calls/record-wire.ts';
import { oncePerDeclaration } from '#domain/once.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';

export interface StoredRow {
  row: Record<string, unknown> & { _id: string; version: number; fechaRegistro: Date };
  creator: StoredRecord['createdBy'];
}

/** The mapping of a type, built once for all rows. */
const wireOf = oncePerDeclaration((definition: RecordDefinition): ((row: StoredRow) => StoredRecord) => {
  const { fieldNames, derived = {}, parent, nest } = definition;
  const [inner, outer] = [true, false].map((inside) =>
    fieldNames.filter((name) => (nest?.fields.includes(name) ?? false) === inside),
  ) as [string[], string[]];
  const computed = Object.keys(derived);
  const read = (into: Record<string, unknown>, names: readonly string[], row: StoredRow['row']) => {
    for (const name of names) into[name] = row[name];
    return into;
  };
  return ({ row, creator }) => {
    const { _id, version, fechaRegistro } = row;
    const sent = { _id, version, fechaRegistro: fechaRegistro.toISOString(), createdBy: creator };
    const more: Record<string, unknown> = sent;
    read(more, outer, row);
    if (nest) more[nest.key] = [read({}, inner, row)];
    read(more, computed, row);
    if (parent) more[parent.field] = row.parentId;
    return sent;
  };
});

/** A row as JSON: fields by name, instants in ISO UTC, the parent's id under the parent's field. */
export const toWire = (definition: RecordDefinition, row: StoredRow): StoredRecord => wireOf(definition)(row);
