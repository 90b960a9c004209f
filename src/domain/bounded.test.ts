import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedList, boundedRecord, boundedText, cleanedText } from './bounded.ts';

const RULE = { max: 20, notText: 'no text', tooLong: 'too long' };
const said = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues.map(({ message }) => message);

describe('a text', () => {
  it('is cleaned, then measured', () => {
    const text = cleanedText(RULE);
    expect(text.parse(`${' '.repeat(1000)}${'e\u0301'.repeat(20)}${' '.repeat(40)}`)).toBe('é'.repeat(20));
    expect(said(text, 'é'.repeat(21))).toEqual(['too long']);
    expect(said(text, 5)).toEqual(['no text']);
  });

  it('far too long is refused before anything looks at its letters, and nothing else is said of it', () => {
    let looked = 0;
    const text = boundedText(RULE)
      .transform((value) => {
        looked += 1;
        return value;
      })
      .pipe(z.string().regex(/^never$/, 'another problem'));
    expect(said(text, 'x'.repeat(1081))).toEqual(['too long']);
    expect(looked).toBe(0);
    expect(said(text, 'x'.repeat(1080))).toEqual(['another problem']);
    expect(looked).toBe(1);
  });
});

describe('a list', () => {
  let looked = 0;
  const element = z.string('no element').transform((value) => {
    looked += 1;
    return value;
  });
  const list = z.object({
    list: boundedList(element, { min: 1, max: 2, notList: 'no list', wrongLength: 'too many' }),
  });

  it.each([undefined, null, 'a', {}])('%j is none', (value) => {
    expect(said(list, { list: value })).toEqual(['no list']);
    expect(said(list, {})).toEqual(['no list']);
  });

  it('of another length is refused before anything looks at its elements', () => {
    expect(said(list, { list: ['a', 'b', 'c'] })).toEqual(['too many']);
    expect(said(list, { list: [] })).toEqual(['too many']);
    expect(looked).toBe(0);
    expect(list.parse({ list: ['a', 'b'] })).toEqual({ list: ['a', 'b'] });
    expect(looked).toBe(2);
    expect(said(list, { list: [1, 2] })).toEqual(['no element', 'no element']);
  });

  it('documents its elements', () => {
    expect(z.toJSONSchema(list, { io: 'input' })).toMatchObject({
      properties: { list: { type: 'array', items: { type: 'string' } } },
      required: ['list'],
    });
  });
});

describe('an object under names of the client', () => {
  let looked = 0;
  const value = z.int('no number').transform((number) => {
    looked += 1;
    return number;
  });
  const key = z.string().regex(/^k\d+$/, 'no key');
  const bound = { max: 2, notRecord: 'no object', tooMany: 'too many' };
  const schema = z.object({ counts: boundedRecord(key, value, bound) });

  it.each([undefined, null, 'a', 5, ['a']])('%j is none', (counts) => {
    expect(said(schema, { counts })).toEqual(['no object']);
  });

  it('with more keys is refused with one problem, before anything looks at a key or a value', () => {
    const many = Object.fromEntries(Array.from({ length: 116_444 }, (_, at) => [at.toString(36), null]));
    expect(said(schema, { counts: many })).toEqual(['too many']);
    expect(said(schema, { counts: { k1: 1, k2: 2, k3: 3 } })).toEqual(['too many']);
    expect(looked).toBe(0);
    expect(schema.parse({ counts: { k1: 1, k2: 2 } })).toEqual({ counts: { k1: 1, k2: 2 } });
    expect(said(schema, { counts: { k1: 'x', a: 1 } })).toEqual(['no number', 'no object']);
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
