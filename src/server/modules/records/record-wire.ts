import { z } from 'zod';
import type { Field } from '#domain/fields/index.ts';
import { type RecordDefinition, toNested } from '#domain/records/define-record.ts';

/** A row as the repository reads it: its columns, and its creator's name. */
export interface StoredRow {
  row: Record<string, unknown> & { _id: string; version: number; fechaRegistro: Date };
  creator: { _id: string; nombre: string; apellido: string; cedula: string };
}

/** A row as it travels: fields by name, instants ISO UTC, the parent's id under the parent's field. */
export function toWire(definition: RecordDefinition, { row, creator }: StoredRow): Record<string, unknown> {
  const fields = Object.fromEntries(definition.fieldNames.map((name) => [name, row[name]]));
  const wire: Record<string, unknown> = { _id: row._id, version: row.version, ...toNested(definition, fields) };
  for (const name of definition.derived ?? []) wire[name] = row[name];
  if (definition.parent) wire[definition.parent.field] = row.parentId;
  wire.fechaRegistro = row.fechaRegistro.toISOString();
  wire.createdBy = creator;
  return wire;
}

function fieldWire(field: Field): z.ZodType {
  switch (field.kind) {
    case 'number':
      return field.required ? z.number() : z.number().nullable();
    case 'date':
      return field.required ? z.iso.date() : z.iso.date().nullable();
    case 'flag':
      return z.boolean();
    default:
      return z.string();
  }
}

/** What the API answers for one record; also its documentation. */
export function wireSchema(definition: RecordDefinition) {
  const { nest } = definition;
  const all = Object.entries(definition.fields).map(([name, field]) => [name, fieldWire(field)] as const);
  const fields = all.filter(([name]) => !nest?.fields.includes(name));
  const item = Object.fromEntries(all.filter(([name]) => nest?.fields.includes(name)));
  const nested = nest ? [[nest.key, z.array(z.object(item))] as const] : [];
  const derived = (definition.derived ?? []).map((name) => [name, z.string()] as const);
  const parent = definition.parent ? [[definition.parent.field, z.string()] as const] : [];
  return z.object({
    _id: z.string(),
    version: z.number(),
    ...Object.fromEntries([...fields, ...nested, ...derived, ...parent]),
    fechaRegistro: z.string(),
    createdBy: z.object({ _id: z.string(), nombre: z.string(), apellido: z.string(), cedula: z.string() }),
  });
}
