import type { Field, Value } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import type { ApiClient } from './api-client.ts';
import { untilServed } from './burst.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies may be anything, also what is wrong.
export type Body = Record<string, any>;

let serial = 0;
/** A new ten-digit cedula on each call. */
export function newCedula(): string {
  serial += 1;
  return String(1_000_000_000 + serial);
}

export function newUser(change: Body = {}) {
  const cedula = newCedula();
  return {
    nombre: 'Rosa',
    apellido: 'Yuquilema',
    cedula,
    email: `rosa${cedula}@salud.gob.ec`,
    password: 'Segura123',
    ...change,
  };
}

/** A new device with an id and a secret of 43 characters. */
export const newDevice = () => ({
  equipo: crypto.randomUUID() as string,
  secreto: `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '').slice(0, 43),
});

export const recordOf = (key: string): RecordDefinition => RECORDS[key as RecordKey];

/** Path of a field in a body: `['peso']`, or `['esquema', '0', 'edadapli']` if nested. */
export function wherePath(definition: RecordDefinition, name: string): string[] {
  if (name in definition.example) return [name];
  for (const [key, list] of Object.entries(definition.example))
    if (Array.isArray(list) && name in list[0]) return [key, '0', name];
  return [name];
}

export function readField(definition: RecordDefinition, body: Body, name: string): unknown {
  return wherePath(definition, name).reduce<Body>((inside, key) => inside?.[key], body);
}

/** Sets a field, or removes it if the value is `undefined`. */
export function setField(definition: RecordDefinition, body: Body, name: string, value: unknown): Body {
  const path = wherePath(definition, name);
  const last = String(path.at(-1));
  const inside = path.slice(0, -1).reduce<Body>((deeper, key) => deeper[key], body);
  if (value === undefined) delete inside[last];
  else inside[last] = value;
  return body;
}

/** A valid body with changed fields; fields they depend on are set accordingly. */
export function bodyWith(definition: RecordDefinition, parentId: string | undefined, change: Body = {}): Body {
  const body: Body = structuredClone(definition.example) as Body;
  if (definition.parent) body[definition.parent.field] = parentId;
  for (const { field } of definition.unique ?? []) setField(definition, body, field, newCedula());
  for (const [name, value] of Object.entries(change)) {
    const condition = definition.fields[name]?.visibleWhen;
    if (condition) setField(definition, body, condition.field, condition.equals);
    setField(definition, body, name, value);
  }
  return body;
}

/** Creates a record, and its woman or child first unless a parent is given. */
export async function createRecord(client: ApiClient, key: string, change: Body = {}, parentId?: string) {
  const definition = recordOf(key);
  const owner = definition.parent
    ? (parentId ?? (await createRecord(client, definition.parent.record))._id)
    : undefined;
  const body = bodyWith(definition, owner, change);
  const answer = await untilServed(() => client.post(`/api/${definition.path}`, body));
  if (answer.status !== 201) throw new Error(`${key} was not created: ${answer.status} ${answer.text}`);
  return answer.body as Body & { _id: string };
}

/** Another value that the field accepts. */
export function otherValue(field: Field, value: unknown): Value | undefined {
  switch (field.kind) {
    case 'number':
      return value === field.max ? field.min : field.max;
    case 'date':
      return value === '2024-02-29' ? '2024-02-28' : '2024-02-29';
    case 'flag':
      return value !== true;
    case 'choice':
      return field.options.find((option) => option.value !== value)?.value;
    case 'text':
      return value === 'OTRO' ? 'DISTINTO' : 'OTRO';
    default:
      return '';
  }
}

/** Complete measurements for an evaluation. */
export const MEASURED = {
  sexo: 'FEMENINO',
  edadDias: 365,
  fechanacimiento: '2025-01-01',
  fecha: '2026-01-01',
  peso: 8.55,
  longitud: 73.2,
  medida: 'acostado',
  perimetro: 45.1,
  edema: false,
};
