import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RECORD_LIST } from '#domain/records/index.ts';
import type { Answer } from '../support/api-client.ts';
import type { Body } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { addressOf, everyOperation, isAt, type Operation } from '../support/operations.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { everyWrite, type Write } from '../support/writes.ts';

/** Words of the schema library's messages. */
const ENGLISH =
  /invalid|expected|received|unrecogni|required|must (be|have|match)|too (big|small|long|short)|string|number\b|integer|array|object|pattern/i;

const NUMBERS = [
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '2147483648',
  '-1',
  '-0',
  '0.1',
  '1.5',
  '1e308',
  '-1e308',
  '1e999',
  '-1e999',
  '1e-400',
  '1e21',
  '9'.repeat(400),
];
const WORDS = ['NaN', 'Infinity', '1e999', '0x10', '12 345', '٣', '9'.repeat(5000), 'x', '', ' '];
/** Values as JSON. */
const VALUES = [
  ...NUMBERS,
  ...['9007199254740993', '1e308', '-0', '1.5', ...WORDS].map((text) => JSON.stringify(text)),
  ...['true', 'null', '[]', '{}', '[[1]]', '[null]', '{"a":1}'],
];

vi.setConfig({ testTimeout: 180_000 });

let api: TestApi;
let operations: Operation[];
let writes: Write[];
const parents: Record<string, string> = {};
beforeAll(async () => {
  api = await startTestApi();
  operations = everyOperation(api.app);
  const every = await everyWrite(api);
  writes = every.writes;
  for (const { parent } of RECORD_LIST) if (parent) parents[parent.field] = every.parents[parent.record] ?? '';
});
afterAll(() => api.close());

/** A new address each time, because failures lock their address. */
const caller = () => api.client(api.admin.token, newAddress());

function expectSpanish({ status, body, text }: Answer, what: string): void {
  expect(status, `${what} ${text}`).toBeLessThan(500);
  if (status < 400) return;
  const messages = Array.isArray(body.message) ? body.message.map(({ msg }: { msg: string }) => msg) : [body.message];
  expect(messages.length, what).toBeGreaterThan(0);
  for (const message of messages) {
    expect(message, what).toMatch(/^[A-ZÁÉÍÓÚ¿a-z]/);
    expect(message, `${what}: ${text.slice(0, 500)}`).not.toMatch(ENGLISH);
  }
}

/** The body as JSON with a different hostile value in every place on each turn. */
function turned(body: Body, turn: number): string {
  let place = turn;
  const next = () => {
    place += 1;
    return VALUES[place % VALUES.length] as string;
  };
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map((item) => (item instanceof Object ? write(item) : next()))}]`;
    const entries = Object.entries(value as Body).map(([key, inside]) => {
      const deeper = Array.isArray(inside) && turn % 2 === 0;
      return `${JSON.stringify(key)}:${deeper ? write(inside) : next()}`;
    });
    return `{${entries}}`;
  };
  return write(body);
}

describe('no sentence of a schema library reaches the user', () => {
  it('and every address with a body is tested', () => {
    for (const operation of operations)
      if (operation.hasBody)
        expect(
          writes.some((write) => isAt(operation, write)),
          `${operation.method} ${operation.path}`,
        ).toBe(true);
  });

  // proves 1.20
  it('for any value in the fields of a body', async () => {
    for (const { method, url, body, many } of writes) {
      const whole = { ...body, _id: '', version: 1 };
      for (let turn = 0; turn < VALUES.length; turn += 1) {
        const json = turned(whole, turn);
        for (const payload of many ? [json, `[${json}]`] : [json])
          expectSpanish(await caller().raw(method, url, payload), `${method} ${url} ${payload.slice(0, 300)}`);
      }
    }
  });

  // proves 1.20
  it('for any version or id in a valid body', async () => {
    for (const { method, url, body } of writes)
      for (const key of method === 'PUT' ? ['version'] : ['_id'])
        for (const value of VALUES) {
          const { [key]: _, ...rest } = body;
          const json = `${JSON.stringify(rest).slice(0, -1)},"${key}":${value}}`;
          expectSpanish(await caller().raw(method, url, json), `${method} ${url} ${key} ${value.slice(0, 50)}`);
        }
  });

  // proves 1.20
  it('for any value in a query, also repeated', async () => {
    const texts = [...NUMBERS, ...WORDS];
    for (const operation of operations.filter(({ query }) => query.length > 0))
      for (const [turn, text] of texts.entries())
        for (const fixedIds of [{}, parents]) {
          const entries = operation.query.map((name, at) => [name, texts[(at + turn) % texts.length] as string]);
          const twice = turn % 5 === 0 ? entries.map(([name]) => [name as string, text]) : [];
          const query = new URLSearchParams([...entries, ...twice] as [string, string][]);
          for (const [name, id] of Object.entries(fixedIds)) if (query.has(name)) query.set(name, id);
          const url = `${addressOf(operation, () => 'x')}?${query}`;
          expectSpanish(await caller().send({ method: operation.method, url }), url.slice(0, 300));
        }
  });

  // proves 1.20
  it('for any value in place of an id', async () => {
    for (const operation of operations.filter(({ params }) => params.length > 0))
      for (const text of [...NUMBERS, ...WORDS]) {
        const url = addressOf(operation, () => text || '%');
        const answer = await caller().send({ method: operation.method, url });
        expectSpanish(answer, `${operation.method} ${url.slice(0, 300)}`);
      }
  });

  it('a version that no row can have is outdated, and one that is no whole number is invalid', async () => {
    const puts = writes.filter(({ method, body }) => method === 'PUT' && 'version' in body);
    expect(puts.length).toBeGreaterThan(3);
    for (const { url, body } of puts) {
      for (const version of [2 ** 53, 2 ** 60, 1e308, -(2 ** 60), '9007199254740993', '9'.repeat(400)])
        expect((await api.admin.put(url, { ...body, version })).status, `${url} ${version}`).toBe(409);
      for (const version of [1.5, 'x', '1e3', '-1', '9'.repeat(5000), true, [1], {}]) {
        const { status, body: refused } = await api.admin.put(url, { ...body, version });
        expect([status, refused.message]).toEqual([400, [{ msg: 'Debe ser un número', path: 'version' }]]);
      }
    }
  });
});
