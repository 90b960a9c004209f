import fc from 'fast-check';

/** The part of JSON Schema that the API description uses; unknown keywords throw. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  /** Names of an object with arbitrary keys. */
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const KEYWORDS = new Set(
  'type properties required propertyNames items anyOf enum pattern format minLength maxLength minimum maximum'.split(
    ' ',
  ),
);
/** Keywords that do not restrict the generated values. */
const SILENT = new Set(['description', 'maxItems', 'maxProperties', 'additionalProperties', 'examples', '$schema']);

const MAX_ITEMS = 4;
const LONGEST = 400;
const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const matching = new Map<string, fc.Arbitrary<string>>();

/** Cached, because fast-check tests every hostile word against a new pattern. */
function textsLike(pattern: string): fc.Arbitrary<string> {
  const cached = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  matching.set(pattern, cached);
  return cached;
}

function texts({ pattern, format, minLength = 0, maxLength = LONGEST }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return days;
  if (pattern !== undefined) return textsLike(pattern);
  const size = { minLength, maxLength: Math.min(maxLength, LONGEST) };
  return fc.oneof(fc.string(size), fc.string({ ...size, unit: 'grapheme' }));
}

function numbers({ minimum = -1e6, maximum = 1e6 }: Schema): fc.Arbitrary<number> {
  const whole = fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
  return fc.oneof(
    whole,
    fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => Math.round(value * 100) / 100),
  );
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return numbers(schema).map(Math.round);
    case 'number':
      return numbers(schema);
    case 'string':
      // A number may be sent as text.
      return schema.minimum === undefined ? texts(schema) : numbers(schema).map(String);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: MAX_ITEMS });
    case 'object': {
      const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
      if (propertyNames && typeof additionalProperties === 'object')
        return fc.dictionary(texts(propertyNames), valuesOf(additionalProperties), {
          maxKeys: MAX_ITEMS,
          noNullPrototype: true,
        });
      const fields = Object.entries(properties).map(([name, inside]) => [name, valuesOf(inside)]);
      return fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
        requiredKeys: required,
        noNullPrototype: true,
      });
    }
    default:
      throw new Error(`No values are known of the type ${type}`);
  }
}

/** Generates values that the schema allows. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const unknown = Object.keys(schema).filter((name) => !KEYWORDS.has(name) && !SILENT.has(name));
  if (unknown.length > 0) throw new Error(`Nothing is known of ${unknown} in a schema`);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  const types = [schema.type ?? ['string', 'number', 'boolean', 'null']].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}
