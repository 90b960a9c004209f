import { z } from 'zod';
import type { Call } from '#domain/calls/define-call.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { oncePerDeclaration } from '#domain/once.ts';

export const SPARE_KEYS = 50;
/** Levels of nesting: forms send a list in an object, or an evaluation or operation in a list. */
export const DEEPEST = 8;

type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Shape {
  readonly keys: number;
  readonly properties: ReadonlyMap<string, Shape>;
  readonly each?: Shape | undefined;
  readonly unread: boolean;
}

const NOTHING: Shape = { keys: 0, properties: new Map(), unread: false };

const isSchema = (schema: unknown): schema is JsonSchema => typeof schema === 'object' && schema !== null;

function unionOf(shapes: readonly Shape[]): Shape {
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  const chosen = shapes.map(({ keys, properties }) => keys - properties.size);
  const each = shapes.flatMap((shape) => shape.each ?? []);
  const of = (name: string) => unionOf(shapes.flatMap(({ properties }) => properties.get(name) ?? []));
  return {
    keys: names.size + Math.max(0, ...chosen),
    properties: new Map([...names].map((name) => [name, of(name)])),
    ...(each.length > 0 && { each: unionOf(each) }),
    unread: shapes.some(({ unread }) => unread),
  };
}

/** @throws Error if an object has arbitrary keys and no maximum of them */
function shapeIn(schema: JsonSchema): Shape {
  const { properties = {}, additionalProperties: others, items, maxProperties, anyOf, oneOf, allOf } = schema;
  const own = Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]));
  if (isSchema(others) && maxProperties === undefined) throw new Error('An object of any keys needs a bound of them');
  const each = isSchema(others) ? others : Array.isArray(items) ? undefined : items;
  const shape: Shape = {
    keys: own.length + (isSchema(others) ? Number(maxProperties) : 0),
    properties: new Map(own.map(([name, inner]) => [name, shapeIn(inner)])),
    ...(isSchema(each) && { each: shapeIn(each) }),
    unread: others === true,
  };
  return unionOf([
    shape,
    ...[anyOf, oneOf, allOf]
      .flatMap((schemas) => schemas ?? [])
      .filter(isSchema)
      .map(shapeIn),
  ]);
}

export const shapeOf = (schema: z.ZodType | undefined): Shape =>
  schema ? shapeIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : NOTHING;

export type Excess = Extract<ErrorCode, 'tooDeep' | 'tooManyFields'>;

function innerOf(sent: object, { keys, properties, each }: Shape) {
  const names = Object.keys(sent);
  if (names.length > keys + SPARE_KEYS) return null;
  const values = sent as Readonly<Record<string, unknown>>;
  return names.map((name) => [values[name], properties.get(name) ?? each] as const);
}

/** The limit that is exceeded, checked before anything is parsed; undefined if there is none. */
export function excessOf(sent: unknown, shape: Shape = NOTHING, levels: number = DEEPEST): Excess | undefined {
  if (typeof sent !== 'object' || sent === null || shape.unread) return undefined;
  if (levels === 0) return 'tooDeep';
  const within = Array.isArray(sent) ? sent.map((one: unknown) => [one, shape.each] as const) : innerOf(sent, shape);
  if (!within) return 'tooManyFields';
  for (const [inner, itsShape] of within) {
    const excess = excessOf(inner, itsShape, levels - 1);
    if (excess) return excess;
  }
  return undefined;
}

const shapesOf = oncePerDeclaration(({ query, body }: Pick<Call, 'query' | 'body'>) => ({
  query: shapeOf(query),
  body: shapeOf(body),
}));

/** @throws AppError tooDeep or tooManyFields, before any other validation */
export function requireBounded(call: Call, { query, body }: { query: unknown; body: unknown }): void {
  const shapes = shapesOf(call);
  const excess = excessOf(query, shapes.query) ?? (call.fileBody ? undefined : excessOf(body, shapes.body));
  if (excess) throw new AppError(excess);
}
