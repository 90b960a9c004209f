import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedList, boundedRecord, unparsedObject } from '#domain/bounded.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { DEEPEST, excessOf, SPARE_KEYS, shapeOf } from './bounds.ts';

const keys = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, 1]));
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

const schema = z.object({
  nombre: z.string(),
  filas: boundedList(z.object({ a: z.number(), b: z.number() }), { max: 3, notList: 'x', wrongLength: 'x' }),
  cuentas: boundedRecord(z.string(), z.int(), { max: 7, notRecord: 'x', tooMany: 'x' }),
  valores: unparsedObject('x'),
});
const shape = shapeOf(schema);

describe('an object', () => {
  it.each([
    ['of its schema', {}, 4],
    ['in a list', 'filas', 2],
    ['of any keys', 'cuentas', 7],
    ['in the place of a text', 'nombre', 0],
    ['that is not in the schema', 'otro', 0],
  ] as const)('%s may have as many keys as its schema can use, and 50 more', (_, at, used) => {
    const put = (many: number) => {
      if (typeof at !== 'string') return keys(many);
      return { [at]: at === 'filas' ? [{ a: 1 }, keys(many)] : keys(many) };
    };
    expect(excessOf(put(used + SPARE_KEYS), shape)).toBeUndefined();
    expect(excessOf(put(used + SPARE_KEYS + 1), shape)).toBe('tooManyFields');
  });

  it('that is validated later is not checked here', () => {
    expect(excessOf({ valores: { ...keys(10_000), a: nested(5_000) } }, shape)).toBeUndefined();
  });

  it('or a list may be nested at most eight levels deep', () => {
    expect(excessOf(nested(DEEPEST), shape)).toBeUndefined();
    expect(excessOf(nested(DEEPEST + 1), shape)).toBe('tooDeep');
    expect(excessOf([[[[[[[[1]]]]]]]])).toBeUndefined();
    expect(excessOf([[[[[[[[[1]]]]]]]]])).toBe('tooDeep');
    expect(excessOf({ a: nested(100_000) }, shape)).toBe('tooDeep');
  });
});

it('a record may have the keys of its fields, its list, its own id and the child’s id', () => {
  const { fieldNames } = RECORDS.tamizaje;
  const body = shapeOf(recordCalls(RECORDS.tamizaje).create.body);
  const inner = RECORDS.tamizaje.nest?.fields.length ?? 0;
  // Its list, its own id and the child's.
  expect(body.keys).toBe(fieldNames.length - inner + 3);
  expect(body.properties.get('esquema')?.each?.keys).toBe(inner);
});

it.each(RECORD_LIST)('the example of $key is within its bounds', (definition) => {
  expect(excessOf(definition.example, shapeOf(recordCalls(definition).create.body))).toBeUndefined();
});

it('a call with an unbounded object of arbitrary keys is refused when its shape is made', () => {
  expect(() => shapeOf(z.object({ a: z.record(z.string(), z.unknown()) }))).toThrow('bound');
});
