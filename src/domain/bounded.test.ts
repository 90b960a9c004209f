import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedList, boundedRecord, boundedText, cleanedText } from './bounded.ts';

const RULE = { max: 20, notText: 'no text', tooLong: 'too long' };
const messagesOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message);

describe('a text', () => {
  it('is cleaned before its length is checked', () => {
    const text = cleanedText(RULE);
    expect(text.parse(`${' '.repeat(1000)}${'e\u0301'.repeat(20)}${' '.repeat(40)}`)).toBe('é'.repeat(20));
    expect(messagesOf(text, 'é'.repeat(21))).toEqual(['too long']);
    expect(messagesOf(text, 5)).toEqual(['no text']);
  });

  it('that is far too long is refused before its content is read, with one problem', () => {
    let reads = 0;
    const text = boundedText(RULE)
      .transform((value) => {
        reads += 1;
        return value;
      })
      .pipe(z.string().regex(/^never$/, 'another problem'));
    expect(messagesOf(text, 'x'.repeat(1081))).toEqual(['too long']);
    expect(reads).toBe(0);
    expect(messagesOf(text, 'x'.repeat(1080))).toEqual(['another problem']);
    expect(reads).toBe(1);
  });
});

describe('a list', () => {
  let reads = 0;
  const element = z.string('no element').transform((value) => {
    reads += 1;
    return value;
  });
  const list = z.object({
    list: boundedList(element, { min: 1, max: 2, notList: 'no list', wrongLength: 'too many' }),
  });

  it.each([undefined, null, 'a', {}])('%j is not a list', (value) => {
    expect(messagesOf(list, { list: value })).toEqual(['no list']);
    expect(messagesOf(list, {})).toEqual(['no list']);
  });

  it('of a wrong length is refused before its elements are read', () => {
    expect(messagesOf(list, { list: ['a', 'b', 'c'] })).toEqual(['too many']);
    expect(messagesOf(list, { list: [] })).toEqual(['too many']);
    expect(reads).toBe(0);
    expect(list.parse({ list: ['a', 'b'] })).toEqual({ list: ['a', 'b'] });
    expect(reads).toBe(2);
    expect(messagesOf(list, { list: [1, 2] })).toEqual(['no element', 'no element']);
  });

  it('documents its elements', () => {
    expect(z.toJSONSchema(list, { io: 'input' })).toMatchObject({
      properties: { list: { type: 'array', items: { type: 'string' } } },
      required: ['list'],
    });
  });
});

describe('an object with keys chosen by the client', () => {
  let reads = 0;
  const value = z.int('no number').transform((number) => {
    reads += 1;
    return number;
  });
  const key = z.string().regex(/^k\d+$/, 'no key');
  const bound = { max: 2, notRecord: 'no object', tooMany: 'too many' };
  const schema = z.object({ counts: boundedRecord(key, value, bound) });

  it.each([undefined, null, 'a', 5, ['a']])('%j is not an object', (counts) => {
    expect(messagesOf(schema, { counts })).toEqual(['no object']);
  });

  it('with too many keys is refused with one problem before its content is read', () => {
    const many = Object.fromEntries(Array.from({ length: 116_444 }, (_, at) => [at.toString(36), null]));
    expect(messagesOf(schema, { counts: many })).toEqual(['too many']);
    expect(messagesOf(schema, { counts: { k1: 1, k2: 2, k3: 3 } })).toEqual(['too many']);
    expect(reads).toBe(0);
    expect(schema.parse({ counts: { k1: 1, k2: 2 } })).toEqual({ counts: { k1: 1, k2: 2 } });
    expect(messagesOf(schema, { counts: { k1: 'x', a: 1 } })).toEqual(['no number', 'no object']);
  });

  it('documents its keys and values', () => {
    const values = { type: 'integer' };
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      properties: {
        counts: { type: 'object', propertyNames: { pattern: String.raw`^k\d+$` }, additionalProperties: values },
      },
      required: ['counts'],
    });
  });
});
