import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { addressOf, paramNames } from './call-path.ts';
import { type CallAnswer, type CallInput, defineCall, type HandlerAnswer } from './define-call.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { listQuery } from './list-query.ts';

const shared = { permission: 'booklet', tag: 'ejemplos' } as const;
const thing = z.object({ _id: z.string(), peso: z.number() });
const listThings = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/cosas',
  query: listQuery({ sortable: ['peso'], filters: PLACE_FILTERS }),
  rows: thing,
});
const saveThing = defineCall({
  ...shared,
  method: 'PUT',
  path: '/api/cosas/:grupo/:id',
  body: z.object({ peso: z.union([z.number(), z.string()]).transform(Number) }),
  answer: thing.extend({ message: z.string() }),
});
const countThings = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/cosas/conteo',
  counted: z.object({ n: z.int() }),
});

it('the parameters are taken from the path', () => {
  expect(paramNames(saveThing.path)).toEqual(['grupo', 'id']);
  expect(addressOf(saveThing.path, { grupo: 'Santo Domingo', id: 'a/b' })).toBe('/api/cosas/Santo%20Domingo/a%2Fb');
  expectTypeOf<CallInput<typeof saveThing>['params']>().toEqualTypeOf<{
    readonly grupo: string;
    readonly id: string;
  }>();
});

it('the types of input and answer are those of the schemas', () => {
  expectTypeOf<CallInput<typeof saveThing>['body']>().toEqualTypeOf<{ peso: string | number }>();
  expectTypeOf<CallAnswer<typeof saveThing>>().toEqualTypeOf<{ _id: string; peso: number; message: string }>();
  expectTypeOf<CallAnswer<typeof listThings>>().toEqualTypeOf<{
    rows: { _id: string; peso: number }[];
    total: number;
    isMinimum?: boolean;
  }>();
  expectTypeOf<CallAnswer<typeof countThings>>().toEqualTypeOf<{ answer: { n: number }; total: number }>();
});

const asks = <C extends Parameters<typeof defineCall>[0]>(_call: C, ask: CallInput<C>) => ask;
const sends = <C extends Parameters<typeof defineCall>[0]>(_call: C, sent: HandlerAnswer<C>) => sent;

it('wrong inputs and answers do not compile', () => {
  asks(listThings, {});
  asks(listThings, { query: { limit: 5, offset: '10', provincia: undefined } });
  asks(saveThing, { params: { grupo: 'a', id: 'b' }, body: { peso: '7,5' } });
  // @ts-expect-error the list cannot be narrowed by this
  asks(listThings, { query: { sexo: 'FEMENINO' } });
  // @ts-expect-error a parameter is missing
  asks(saveThing, { params: { id: 'b' }, body: { peso: 7 } });
  // @ts-expect-error no parameter has this name
  asks(saveThing, { params: { grupo: 'a', userId: 'b' }, body: { peso: 7 } });
  // @ts-expect-error the body is missing
  asks(saveThing, { params: { grupo: 'a', id: 'b' } });
  // @ts-expect-error the body lacks its weight
  asks(saveThing, { params: { grupo: 'a', id: 'b' }, body: {} });
  // @ts-expect-error an answer without its sentence
  sends(saveThing, { _id: '1', peso: 7 });
  // @ts-expect-error more than is declared
  sends(saveThing, { _id: '1', peso: 7, message: '', talla: 60 });
  // @ts-expect-error a row of another kind
  sends(listThings, { total: 1, rows: [{ _id: '1', peso: '7' }] });
  // @ts-expect-error a list has a total
  sends(listThings, { rows: [] });
  const path = '/api/x';
  // @ts-expect-error there is no such permission
  const guarded = () => defineCall({ method: 'GET', path, answer: thing, tag: 'x', permission: 'everything' });
  // @ts-expect-error it says nothing of its answer
  const silent = () => defineCall({ ...shared, method: 'GET', path });
  expect([guarded, silent]).toHaveLength(2);
});

it.each([
  ['every call lies under /api/', () => defineCall({ ...shared, method: 'GET', path: '/cosas', answer: thing })],
  ['two parameters have one name', () => defineCall({ ...shared, method: 'GET', path: '/api/:id/:id', answer: thing })],
  ['what is sent needs a schema', () => defineCall({ ...shared, method: 'POST', path: '/api/x', answer: thing })],
  ['it carries no body', () => defineCall({ ...shared, method: 'GET', path: '/api/x', body: thing, answer: thing })],
])('a contradictory call throws "%s"', (sentence, declare) => {
  expect(declare).toThrow(sentence);
});
