import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxBodyBytes } from '#domain/calls/define-call.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { cleanText, upperCase } from '#domain/text.ts';
import { everyCall } from '../support/every-call.ts';
import { bodyWith, createRecord, readField, wherePath } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { everyWrite, type Write } from '../support/writes.ts';

const UNREADABLE = 'La información enviada no se puede leer. Revisa el formato e inténtalo de nuevo.';

/** Calls with a lower body limit. */
const MAX_BYTES = new Map(everyCall().map((call) => [call.path as string, maxBodyBytes(call)]));

let api: TestApi;
let writes: Write[];
let parents: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  ({ writes, parents } = await everyWrite(api));
});
afterAll(() => api.close());

/** A new address each time, because failed sign-ins lock their address. */
const send = (method: 'POST' | 'PUT', url: string, payload: string | Buffer, type?: string) => {
  const client = api.client(api.admin.token, newAddress());
  return client.raw(method, url, payload, type);
};

describe('a malformed body', () => {
  it.each<[string, string | Buffer, number]>([
    ['broken JSON', '{"nombres": ', 400],
    ['two values', '{} {}', 400],
    ['a comma too many', '{"a": 1,}', 400],
    ['single quotes', "{'a': 1}", 400],
    ['not a number', '{"a": NaN}', 400],
    ['a form', 'nombres=Ana&apellidos=Luz', 400],
    ['empty', '', 400],
    ['blank', ' \n ', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a list of bodies', '[{}]', 400],
    ['text', '"texto"', 400],
    ['a number', '5', 400],
    ['true', 'true', 400],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), 400],
    ['NUL bytes', '\u0000\u0000', 400],
    ['nested 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000), 400],
    ['nested 40,000 deep in objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, 400],
    ['not closed', '['.repeat(200_000), 400],
    ['5 MB', `{"nombres":"${'x'.repeat(5_000_000)}"}`, 413],
  ])('%s is refused', async (_what, payload, status) => {
    for (const { method, url, many } of writes) {
      if (many && String(payload).startsWith('[')) continue;
      const answer = await send(method, url, payload);
      const tooLarge = Buffer.byteLength(payload) > (MAX_BYTES.get(url) ?? Number.POSITIVE_INFINITY);
      expect(answer.status, `${method} ${url}`).toBe(tooLarge ? 413 : status);
      const { message } = answer.body;
      if (Array.isArray(message)) for (const problem of message) expect(Object.keys(problem)).toEqual(['msg', 'path']);
      expect(answer.text, `${method} ${url}`).not.toMatch(/Invalid|expected|Unexpected|JSON/);
    }
  });

  it('unreadable JSON is refused with one sentence', async () => {
    for (const { method, url } of writes)
      expect((await send(method, url, '{')).body).toEqual({ code: 'malformed', message: UNREADABLE });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
    '*/*',
  ])('content type %s is refused as not JSON', async (type) => {
    for (const { method, url, body } of writes) {
      const answer = await send(method, url, JSON.stringify(body), type);
      expect([answer.status, answer.body], `${method} ${url}`).toEqual([
        415,
        { code: 'mediaType', message: 'El servidor solo recibe información en formato JSON.' },
      ]);
    }
  });
});

it('a request that needs no body may declare the content type JSON', async () => {
  const headers = { 'content-type': 'application/json' };
  const { _id } = await createRecord(api.admin, 'mujer');
  const url = `/api/mujer/${_id}`;
  for (const payload of [undefined, '', '{}', '{"motivo":"x"}'])
    expect((await api.admin.send({ method: 'GET', url, headers, ...(payload ? { payload } : {}) })).status).toBe(200);
  expect((await api.admin.send({ method: 'DELETE', url, headers })).status).toBe(200);
  expect((await api.admin.send({ method: 'DELETE', url, headers, payload: '{}' })).status).toBe(404);
});

describe('hostile content', () => {
  const TEXTS = [
    "'; drop table nino; --",
    '<script>alert(1)</script>',
    '#{7*7} {{7*7}} %s %n',
    '\\',
    '"',
    '👶🏽 ñ',
    '../../etc',
    '=1+1',
  ];

  it.each(RECORD_LIST)('is stored and answered as it was written: $key', async (definition) => {
    const fields = Object.entries(definition.fields).flatMap(([name, field]) =>
      field.kind === 'text' ? [[name, field] as const] : [],
    );
    const free = fields.filter(([name]) => !definition.unique?.some(({ field }) => field === name));
    for (const text of TEXTS) {
      const change = Object.fromEntries(free.map(([name, { max = 200 }]) => [name, text.slice(0, max)]));
      const body = bodyWith(definition, parents[definition.parent?.record ?? ''], change);
      const answer = await api.admin.post(`/api/${definition.path}`, body);
      expect(answer.status, answer.text).toBe(201);
      for (const [name, field] of free) {
        const written = cleanText(String(change[name]));
        expect(readField(definition, answer.body, name), name).toBe(field.upperCase ? upperCase(written) : written);
      }
    }
  });

  it('keys of the prototype are dropped or refused and pollute nothing', async () => {
    for (const { method, url, body } of writes) {
      const json = JSON.stringify(body).slice(0, -1);
      const hostile =
        ',"__proto__":{"sucio":1,"roles":"x"},"constructor":{"prototype":{"sucio":1}},"hasOwnProperty":1,"toString":1}';
      const answer = await send(method, url, json + hostile);
      expect(answer.status, `${method} ${url} ${answer.text}`).toBeLessThan(500);
      expect(answer.text).not.toContain('sucio');
    }
    expect(({} as { sucio?: number }).sucio).toBeUndefined();
  });

  it('a strange value in any field never causes a server error', async () => {
    const strange = [
      '1e999',
      '-1e999',
      '1e-400',
      '9007199254740993',
      '"\\ud800"',
      '"\\u0000"',
      '""',
      '[[[]]]',
      '{"$gt":""}',
      `"${'9'.repeat(5000)}"`,
    ];
    for (const { method, url, body } of writes) {
      const bodies = strange.map((value) => `{${[...Object.keys(body), '_id'].map((key) => `"${key}":${value}`)}}`);
      // One field at a time, so that the valid others let it reach the database.
      for (const [i, key] of Object.keys(body).entries())
        for (const value of [strange[i % strange.length], '"\\ud800"'])
          bodies.push(JSON.stringify({ ...body, [key]: '@' }).replace('"@"', () => String(value)));
      for (const json of bodies) {
        const answer = await send(method, url, json);
        expect(answer.status, `${method} ${url} ${json.slice(0, 300)}`).toBeLessThan(500);
      }
    }
  });
});

describe('a random value', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant('2026-01-01'),
    fc.uuid(),
  );
  const value = fc.oneof(
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), scalar, { maxKeys: 3 }) },
  );

  it('in any field of any body is answered below 500', async () => {
    for (const { method, url, body, reads } of writes) {
      const keys = [...Object.keys(body), '_id', 'version'];
      const change = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 });
      await fc.assert(
        fc.asyncProperty(change, async (changed) => {
          const answer = await send(method, url, JSON.stringify({ ...body, ...changed }));
          expect(answer.status, answer.text).toBeLessThan(500);
          // A successful evaluation has no message.
          if (!reads || answer.status !== 200) expect(answer.body.message).toBeDefined();
        }),
        { numRuns: 12, seed: 20261120 },
      );
    }
  });

  it('in any nested field of a record is answered below 500', async () => {
    for (const definition of RECORD_LIST) {
      const nested = definition.fieldNames.filter((name) => wherePath(definition, name).length > 1);
      if (nested.length === 0) continue;
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...nested), value, async (name, changed) => {
          const body = bodyWith(definition, parents[definition.parent?.record ?? ''], { [name]: changed });
          expect((await api.admin.post(`/api/${definition.path}`, body)).status).toBeLessThan(500);
        }),
        { numRuns: 20, seed: 20261120 },
      );
    }
  });
});
