import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#domain/calls/define-call.ts';
import { authPlugin } from '#server/plugins/auth.ts';
import { errorsPlugin } from '#server/plugins/errors.ts';
import { answersPlugin, pickDeclared } from './answers.ts';
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
  app.setValidatorCompiler(({ schema }: { schema: z.ZodType }) => (data: unknown) => ({
    value: schema.parse(data ?? {}),
  }));
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

describe('an answer in strict mode', () => {
  it.each([
    ['is sent as declared', WHOLE, 200],
    ['fails with an undeclared field at any depth', SURPLUS, 500],
    ['fails without a declared field', SHORT, 500],
  ])('%s', async (_, sent, status) => {
    await answering(sent);
    expect((await app.inject('/api/cosa')).statusCode).toBe(status);
    expect((await app.inject('/api/cosas')).statusCode).toBe(status);
  });

  it('fails also if its rows are streamed', async () => {
    await answering(WHOLE, { streamed: true });
    const whole = await app.inject('/api/cosas');
    expect([whole.headers['x-total-count'], whole.json()]).toEqual(['1', [WHOLE]]);
    await app.close();
    await answering(SURPLUS, { streamed: true });
    expect((await app.inject('/api/cosas')).statusCode).toBe(500);
  });
});

it('undeclared fields of an answer are never sent', async () => {
  await answering(SURPLUS, { toTheLetter: false });
  expect((await app.inject('/api/cosa')).json()).toEqual(WHOLE);
  expect((await app.inject('/api/cosas')).json()).toEqual([WHOLE]);
});

it('only the declared fields of a row are picked', () => {
  expect(pickDeclared(thing)({ ...WHOLE, passwordHash: 'x' })).toEqual(WHOLE);
});

it('a row whose declared field is missing, null or of another type does not compile', () => {
  const pick = pickDeclared(thing);
  const wrong = (rest: object, inner: { peso: number } | null) => {
    // @ts-expect-error the inner thing was not read
    pick({ ...rest, _id: '1' });
    // @ts-expect-error it may be null
    pick({ _id: '1', inner });
    // @ts-expect-error the weight is a number
    pick({ _id: '1', inner: { peso: '7' } });
  };
  expect(wrong).toBeTypeOf('function');
});

it('a handler with another answer, or with a parameter that is not in the path, does not compile', async () => {
  await answering(WHOLE);
  const getOne = defineCall({ ...shared, path: '/api/cosas/:id', answer: thing });
  const wrong = () => {
    // @ts-expect-error the weight is a number
    serve(app, getOne, () => ({ _id: '1', inner: { peso: '7' } }));
    // @ts-expect-error the parameter is called id
    serve(app, getOne, ({ params }) => ({ ...WHOLE, _id: params.userId }));
    // @ts-expect-error a public call has no actor
    serve(app, getOne, ({ actor }) => ({ ...WHOLE, _id: actor.id }));
  };
  expect(wrong).toBeTypeOf('function');
});

describe('a shared answer', () => {
  const shape = z.object({ n: z.int() });
  const query = z.object({ canton: z.string().optional() });
  const getShared = defineCall({ ...shared, path: '/api/compartida', query, counted: shape, sharesAnswers: true });
  const getAnswer = defineCall({ ...shared, path: '/api/sola', answer: z.array(shape), sharesAnswers: true });

  /** An answer that counts how often its JSON was made. */
  const countedAnswer = (n: number) => {
    const made = { times: 0 };
    const answer = {
      get n() {
        made.times += 1;
        return n;
      },
    };
    return { answer, made };
  };

  it('becomes JSON once, and anew for another object', async () => {
    await answering(WHOLE, { toTheLetter: false });
    let { answer, made } = countedAnswer(1);
    serve(app, getShared, () => ({ total: 7, answer }));
    const inner = countedAnswer(5);
    const answers = [inner.answer];
    serve(app, getAnswer, () => answers);
    const sent = async () => {
      const { body, headers } = await app.inject('/api/compartida');
      expect([headers['x-total-count'], headers['content-type']]).toEqual(['7', 'application/json; charset=utf-8']);
      return JSON.parse(body);
    };
    expect([await sent(), await sent()]).toEqual([{ n: 1 }, { n: 1 }]);
    expect(made.times).toBe(1);
    ({ answer, made } = countedAnswer(2));
    expect(await sent()).toEqual({ n: 2 });
    for (let time = 0; time < 2; time += 1) expect((await app.inject('/api/sola')).json()).toEqual([{ n: 5 }]);
    expect(inner.made.times).toBe(1);
  });

  it('is read once for all requests that came before with an equal query, and by itself for another one', async () => {
    await answering(WHOLE);
    const begun: (string | undefined)[] = [];
    const ends: (() => void)[] = [];
    serve(app, getShared, async (input) => {
      expect(Object.keys(input)).toEqual(['query', 'waits']);
      const n = begun.push(input.query.canton);
      await new Promise<void>((end) => ends.push(end));
      return { total: 1, answer: { n } };
    });
    const left: string[] = [];
    app.addHook('preHandler', async (request: FastifyRequest) => {
      request.leaveTurn = () => left.push(request.url);
    });
    const ask = async (canton: string) => (await app.inject(`/api/compartida?canton=${canton}`)).json().n;
    const first = ask('Loja');
    await expect.poll(() => begun).toEqual(['Loja']);
    const later = [ask('Loja'), ask('Loja')];
    const other = ask('Quito');
    await expect.poll(() => begun).toEqual(['Loja', 'Quito']);
    await expect.poll(() => left).toHaveLength(2);
    ends[0]?.();
    expect(await first).toBe(1);
    await expect.poll(() => begun).toEqual(['Loja', 'Quito', 'Loja']);
    for (const end of ends) end();
    expect(await Promise.all(later)).toEqual([3, 3]);
    expect(await other).toBe(2);
  });

  it('a handler that reads the account does not compile', async () => {
    await answering(WHOLE);
    const wrong = () => {
      // @ts-expect-error a shared answer is that of several accounts
      serve(app, getAnswer, ({ actor }) => [{ n: actor }]);
    };
    expect(wrong).toBeTypeOf('function');
  });
});
