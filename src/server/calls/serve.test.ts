import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#domain/calls/define-call.ts';
import { authPlugin } from '#server/plugins/auth.ts';
import { errorsPlugin } from '#server/plugins/errors.ts';
import { answersPlugin, onlyDeclared } from './answers.ts';
import { serve } from './serve.ts';

const shared = { method: 'GET', permission: 'public', tag: 'ejemplos' } as const;
const thing = z.object({ _id: z.string(), inner: z.object({ peso: z.number() }) });
type Thing = z.output<typeof thing>;
const getThing = defineCall({ ...shared, path: '/api/cosa', answer: thing });
const listThings = defineCall({ ...shared, path: '/api/cosas', rows: thing });

const WHOLE: Thing = { _id: '1', inner: { peso: 7 } };
const SURPLUS = { _id: '1', inner: { peso: 7, secreto: 'x' } };
const SHORT = { _id: '1', inner: {} } as Thing;

let app: ReturnType<typeof Fastify>;
afterEach(() => app.close());

async function answering(sent: Thing, { toTheLetter = true, streamed = false } = {}) {
  app = Fastify({ logger: false });
  await app.register(errorsPlugin);
  await app.register(answersPlugin, { toTheLetter });
  await app.register(authPlugin, { secret: 'x'.repeat(32), findSession: async () => null });
  serve(app, getThing, () => sent);
  async function* batches() {
    yield [sent];
  }
  serve(app, listThings, () => ({ total: 1, rows: streamed ? batches() : [sent] }));
  return app;
}

describe('an answer held to the letter', () => {
  it.each([
    ['as declared', WHOLE, 200],
    ['beyond what is declared, however deep', SURPLUS, 500],
    ['short of it', SHORT, 500],
  ])('%s', async (_, sent, status) => {
    await answering(sent);
    expect((await app.inject('/api/cosa')).statusCode).toBe(status);
    expect((await app.inject('/api/cosas')).statusCode).toBe(status);
  });

  it('fails also where its rows are streamed', async () => {
    await answering(WHOLE, { streamed: true });
    const whole = await app.inject('/api/cosas');
    expect([whole.headers['x-total-count'], whole.json()]).toEqual(['1', [WHOLE]]);
    await app.close();
    await answering(SURPLUS, { streamed: true });
    expect((await app.inject('/api/cosas')).statusCode).toBe(500);
  });
});

it('what an answer holds beyond its declaration never leaves', async () => {
  await answering(SURPLUS, { toTheLetter: false });
  expect((await app.inject('/api/cosa')).json()).toEqual(WHOLE);
  expect((await app.inject('/api/cosas')).json()).toEqual([WHOLE]);
});

it('of what was read only what is declared is told', () => {
  expect(onlyDeclared(thing)({ ...WHOLE, passwordHash: 'x' })).toEqual(WHOLE);
});

it('of what was read something that is declared may not be missing, empty or another thing', () => {
  const told = onlyDeclared(thing);
  const wrong = (rest: object, inner: { peso: number } | null) => {
    // @ts-expect-error the inner thing was not read
    told({ ...rest, _id: '1' });
    // @ts-expect-error it may be null
    told({ _id: '1', inner });
    // @ts-expect-error the weight is a number
    told({ _id: '1', inner: { peso: '7' } });
  };
  expect(wrong).toBeTypeOf('function');
});

it('a handler that answers something else, or reads what no path names, does not compile', async () => {
  await answering(WHOLE);
  const getOne = defineCall({ ...shared, path: '/api/cosas/:id', answer: thing });
  const wrong = () => {
    // @ts-expect-error the weight is a number
    serve(app, getOne, () => ({ _id: '1', inner: { peso: '7' } }));
    // @ts-expect-error the parameter is called id
    serve(app, getOne, ({ params }) => ({ ...WHOLE, _id: params.userId }));
    // @ts-expect-error nobody is signed in on a public call
    serve(app, getOne, ({ actor }) => ({ ...WHOLE, _id: actor.id }));
  };
  expect(wrong).toBeTypeOf('function');
});
