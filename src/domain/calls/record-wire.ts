import { z } from 'zod';
import type { Field } from '../fields/index.ts';
import type { RecordDefinition } from '../records/define-record.ts';

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

export const authorSchema = z.object({ _id: z.string(), nombre: z.string(), apellido: z.string(), cedula: z.string() });

export function wireSchema(definition: RecordDefinition) {
  const { nest } = definition;
  const all = Object.entries(definition.fields).map(([name, field]) => [name, fieldWire(field)] as const);
  const fields = all.filter(([name]) => !nest?.fields.includes(name));
  const item = Object.fromEntries(all.filter(([name]) => nest?.fields.includes(name)));
  const nested = nest ? [[nest.key, z.array(z.object(item))] as const] : [];
  const derived = Object.entries(definition.derived ?? {}).map(
    ([name, kind]) => [name, kind === 'text' ? z.string() : z.number().nullable()] as const,
  );
  const parent = definition.parent ? [[definition.parent.field, z.string()] as const] : [];
  return z.object({
    _id: z.string(),
    version: z.number(),
    ...Object.fromEntries([...fields, ...nested, ...derived, ...parent]),
    fechaRegistro: z.string(),
    createdBy: authorSchema,
  });
}

export type StoredRecord = z.output<ReturnType<typeof wireSchema>>;
