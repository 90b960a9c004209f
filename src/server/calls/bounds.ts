import { z } from 'zod';
import type { Call } from '#domain/calls/define-call.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { once } from '#domain/once.ts';

/** Beside those that its schema could use, an object may have so many keys: a later program knows more fields. */
export const SPARE_KEYS = 50;
/** Objects and lists within each other: what forms send is a list in an object, and an evaluation or an operation in a list. */
export const DEEPEST = 8;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What a schema could use of an object, and of what lies within it. */
export interface Shape {
  /** How many keys. */
  readonly keys: number;
  readonly properties: ReadonlyMap<string, Shape>;
  /** Of the elements of a list, or of an object whose keys the sender chooses. */
  readonly each?: Shape | undefined;
  /** It is read when its turn comes, and bounded then. */
  readonly unread: boolean;
}

const NOTHING: Shape = { keys: 0, properties: new Map(), unread: false };

const isSchema = (schema: unknown): schema is JsonSchema => typeof schema === 'object' && schema !== null;

/** What any of several schemas could use. */
function either(shapes: readonly Shape[]): Shape {
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  const chosen = shapes.map(({ keys, properties }) => keys - properties.size);
  const each = shapes.flatMap((shape) => shape.each ?? []);
  const of = (name: string) => either(shapes.flatMap(({ properties }) => properties.get(name) ?? []));
  return {
    keys: names.size + Math.max(0, ...chosen),
    properties: new Map([...names].map((name) => [name, of(name)])),
    ...(each.length > 0 && { each: either(each) }),
    unread: shapes.some(({ unread }) => unread),
  };
}

/** @throws Error when the sender chooses the keys of an object and nothing says how many there may be */
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
  return either([
    shape,
    ...[anyOf, oneOf, allOf]
      .flatMap((schemas) => schemas ?? [])
      .filter(isSchema)
      .map(shapeIn),
  ]);
}

/** What a schema of a body or a query could use of what is sent; nothing without one. */
export const shapeOf = (schema: z.ZodType | undefined): Shape =>
  schema ? shapeIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : NOTHING;

export type Excess = Extract<ErrorCode, 'tooDeep' | 'tooManyFields'>;

/** What lies in an object, each part with what its schema could use of it; null of one with too many keys. */
function innerOf(sent: object, { keys, properties, each }: Shape) {
  const names = Object.keys(sent);
  if (names.length > keys + SPARE_KEYS) return null;
  const values = sent as Readonly<Record<string, unknown>>;
  return names.map((name) => [values[name], properties.get(name) ?? each] as const);
}

/** What there is too much of in what was sent, counted before any of it is read; undefined when it is within its bounds. */
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

/** The shapes of a call, made when it is first asked. */
const shapesOf = once(({ query, body }: Pick<Call, 'query' | 'body'>) => ({
  query: shapeOf(query),
  body: shapeOf(body),
}));

/** @throws AppError tooDeep or tooManyFields, whatever the call would say of what was sent */
export function requireBounded(call: Call, { query, body }: { query: unknown; body: unknown }): void {
  const shapes = shapesOf(call);
  const excess = excessOf(query, shapes.query) ?? excessOf(body, shapes.body);
  if (excess) throw new AppError(excess);
}
