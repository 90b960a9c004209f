import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRows } from '#server/db/raw-rows.ts';
import type { Body } from '../support/factories.ts';
import { createRecord } from '../support/factories.ts';
import { askFhir, expectOutcome, nextOf } from '../support/fhir.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let another: TestUser;
const people: Body[] = [];
const ask = (path: string, options?: Parameters<typeof askFhir>[2]) => askFhir(api.admin, path, options);

beforeAll(async () => {
  api = await startTestApi();
  another = await api.user('ROLE_ADMINISTRADOR');
  for (let at = 0; at < 3; at += 1) people.push(await createRecord(api.admin, 'nino'));
});
afterAll(() => api.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const nextCursor = async (query: string) => {
  const url = nextOf((await ask(`/fhir/${query}`)).body) ?? '';
  return new URL(url).searchParams.get('_cursor') ?? '';
};

it('only administrators read in a session, and others get an OperationOutcome', async () => {
  for (const path of ['/fhir/Patient', `/fhir/Patient/${people[0]?._id}`, '/fhir/nothing', '/fhir']) {
    const answer = await askFhir(api.anonymous, path);
    expectOutcome(answer, 401, 'login');
    expect([answer.headers['www-authenticate'], answer.headers['cache-control']]).toEqual([
      'Bearer realm="fhir"',
      'no-store',
    ]);
    for (const role of ['ROLE_SUPERVISOR', 'ROLE_BRIGADA', 'ROLE_USUARIO'] as const)
      expectOutcome(await askFhir(await api.user(role), path), 403, 'forbidden');
  }
});

describe('cursors', () => {
  it('of another reader, another list, changed, cut, too long or with other parameters are refused', async () => {
    const cursor = await nextCursor('Patient?_count=1');
    expect((await ask(`/fhir/Patient?_cursor=${cursor}`)).status).toBe(200);
    expectOutcome(await askFhir(another, `/fhir/Patient?_cursor=${cursor}`), 400, 'invalid');
    expectOutcome(await ask(`/fhir/Observation?_cursor=${cursor}`), 400, 'invalid');
    expectOutcome(await ask(`/fhir/Patient/${people[0]?._id}/$everything?_cursor=${cursor}`), 400, 'invalid');
    expectOutcome(await ask(`/fhir/Patient?_cursor=${cursor}&gender=male`), 400, 'invalid');
    expectOutcome(await ask(`/fhir/Patient?_cursor=${cursor}&_cursor=${cursor}`), 400, 'invalid');
    const flipped = (at: number) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
    for (const changed of [...[0, 8, 20, 30, cursor.length - 2].map(flipped), cursor.slice(0, -4), '', 'x', '%00'])
      expectOutcome(await ask(`/fhir/Patient?_cursor=${changed}`), 400, 'invalid');
    expectOutcome(await ask(`/fhir/Patient?_cursor=${'A'.repeat(100_000)}`), 400, 'invalid');
  });

  it('show nothing of the person where a page ended', async () => {
    const cursor = await nextCursor('Patient?_count=1&gender=female');
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/persona|gender|nino/);
  });

  it('of one person’s booklet are not those of another one’s', async () => {
    const list = (at: number) => `Patient/${people[at]?._id}/$everything`;
    const cursor = await nextCursor(`${list(0)}?_count=1`);
    expect((await ask(`/fhir/${list(0)}?_cursor=${cursor}`)).status).toBe(200);
    expectOutcome(await ask(`/fhir/${list(1)}?_cursor=${cursor}`), 400, 'invalid');
  });
});

describe('parameters', () => {
  it('of 100,000 characters are refused before they are used', async () => {
    const long = 'x'.repeat(100_000);
    for (const name of [
      'identifier',
      'name',
      'birthdate',
      'gender',
      'address-city',
      '_id',
      '_lastUpdated',
      '_count',
      'unknown',
      long,
    ])
      expectOutcome(await ask(`/fhir/Patient?${name}=${long}`), 400, 'too-long');
    expectOutcome(await ask(`/fhir/Observation?patient=${long}`), 400, 'too-long');
    const form = { method: 'POST', headers: FORM, payload: `name=${long}` } as const;
    expectOutcome(await ask('/fhir/Patient/_search', form), 413, 'too-long');
    expectOutcome(await ask(`/fhir/Patient/${long}`), 404, 'not-found');
    expectOutcome(await ask(`/fhir/Observation/${people[0]?._id}.${long}`), 404, 'not-found');
    expectOutcome(await ask(`/fhir/Patient/${people[0]?._id}/$everything?_type=${long}`), 400, 'too-long');
  });

  it('that are too many are refused, and a repeated one narrows further', async () => {
    expectOutcome(await ask(`/fhir/Patient?${'gender=male&'.repeat(31)}`), 400, 'too-long');
    expectOutcome(await ask(`/fhir/Patient?_id=${'a,'.repeat(100)}`), 400, 'invalid');
    expect((await ask(`/fhir/Patient?${'gender=male&'.repeat(30)}`)).status).toBe(200);
    expect((await ask('/fhir/Patient?gender=male&gender=female')).body.entry).toBeUndefined();
    expectOutcome(await ask('/fhir/Patient?_count=1&_count=2'), 400, 'invalid');
    expectOutcome(await ask('/fhir/Patient?_summary=count&_summary=false'), 400, 'invalid');
  });

  it.each([
    ['Patient?birthdate=yesterday', 'invalid'],
    ['Patient?birthdate=sa2026', 'invalid'],
    ['Patient?birthdate=2026-02-30', 'invalid'],
    ['Patient?identifier=a|b|c', 'invalid'],
    ['Patient?identifier=|', 'invalid'],
    ['Patient?_count=-1', 'invalid'],
    ['Patient?_count=1e9', 'invalid'],
    ['Patient?name:text=a', 'not-supported'],
    ['Patient?name.x=a', 'not-supported'],
    ['Patient?gender:not=male', 'not-supported'],
    ['Patient?name:exact:exact=a', 'not-supported'],
    ['Observation?patient:Patient=x', 'not-supported'],
    ['Observation?patient.name=x', 'not-supported'],
    ['Observation?code:in=x', 'not-supported'],
    ['Patient?name=%00', 'invalid'],
    ['Patient?name=%ff', 'invalid'],
    ['Patient?name=%ed%a0%80', 'invalid'],
    ['Patient?_id=%00', 'invalid'],
  ])('%s are refused with %s', async (query, issue) => {
    expectOutcome(await ask(`/fhir/${query}`), 400, issue);
  });

  it.each([
    'Patient?__proto__=1&constructor=x&toString=y',
    "Patient?name=' or 1=1 --",
    'Patient?name=%5C',
    'Patient?name=a%5C%2Cb',
    'Patient?identifier=%27%3B drop table nino',
    'Patient?_id[]=1&_id[a]=b',
    'Observation?patient=../../etc&code=a|b',
    'Observation?patient=Group/1',
    'Provenance?target=x',
    'Provenance?_id=00000000-0000-8000-8000-ffffffffffff',
    'Condition?patient=💥',
    'Patient?&&&=&%3D=1',
  ])('%s find nothing wrong', async (query) => {
    expect((await ask(`/fhir/${encodeURI(query).replaceAll('%25', '%')}`)).status).toBe(200);
  });
});

it('unknown ids of any form answer 404', async () => {
  const id = people[0]?._id ?? '';
  const ids = [
    'x',
    '%00',
    '%ff',
    '💥',
    id.toUpperCase(),
    `${id}x`,
    `${id}.`,
    `${id}.madre.x`,
    `${id}.imc`,
    crypto.randomUUID(),
  ];
  ids.push(
    '00000000-0000-8000-8000-ffffffffffff',
    '00000000-0000-8000-8000-000000000001',
    "'",
    'a'.repeat(5_000),
    '..',
  );
  const { rest } = (await ask('/fhir/metadata')).body;
  for (const { type } of rest[0].resource)
    for (const one of ids)
      expectOutcome(await ask(`/fhir/${type}/${encodeURI(one).replaceAll('%25', '%')}`), 404, 'not-found');
});

it('what the server does not have answers 404, 405 or 406', async () => {
  for (const path of [
    'Medication',
    'Patient/1/_history/1',
    '$nothing',
    'patient',
    'Patient/_history',
    '.well-known/openid-configuration',
    'tokens',
    '%E0%A4%A',
    'Patient/%',
  ])
    expectOutcome(await ask(`/fhir/${path}`), 404, 'not-found');
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'] as const) {
    const sent = { method: method as 'POST', payload: '{}', headers: { 'content-type': 'application/fhir+json' } };
    const answer = await ask(`/fhir/Patient/${people[0]?._id}`, sent);
    expectOutcome(answer, 405, 'not-supported');
    expect(answer.headers.allow).toBe('GET, HEAD');
  }
  for (const [method, path, allowed] of [
    ['DELETE', '/fhir/Patient', 'GET, HEAD'],
    ['GET', '/fhir/Patient/_search', 'POST'],
    ['PUT', '/fhir/$export', 'GET, POST'],
    ['POST', `/fhir/exportaciones/${crypto.randomUUID()}`, 'GET, HEAD, DELETE'],
    ['PURGE', '/fhir/Patient', 'GET, HEAD'],
  ] as const) {
    const answer = await ask(path, { method: method as 'GET' });
    expectOutcome(answer, 405, 'not-supported');
    expect(String(answer.headers.allow).split(', ').sort()).toEqual(allowed.split(', ').sort());
  }
  const xml = { headers: { accept: 'application/fhir+xml' } };
  expectOutcome(await ask('/fhir/Patient', xml), 406, 'not-supported');
  expectOutcome(await ask('/fhir/metadata?_format=xml'), 406, 'not-supported');
  for (const accept of [
    'application/json;q=0',
    'application/fhir+json; fhirVersion=3.0',
    'application/json;fhirVersion=5.0',
  ])
    expectOutcome(await ask('/fhir/Patient', { headers: { accept } }), 406, 'not-supported');
  for (const format of ['json', 'application/json', 'application/fhir+json', 'application/fhir%2Bjson', 'text/json'])
    expect((await ask(`/fhir/Patient?_format=${format}`, xml)).status).toBe(200);
  for (const accept of [
    '*/*',
    'text/html,application/json;q=0.9',
    'application/fhir+json; fhirVersion=4.0',
    'application/json+fhir',
  ])
    expect((await ask('/fhir/Patient', { headers: { accept } })).status).toBe(200);
  expectOutcome(
    await ask('/fhir/Patient/_search', {
      method: 'POST',
      payload: '{}',
      headers: { 'content-type': 'application/json' },
    }),
    415,
    'not-supported',
  );
});

it('_count is at most 200, and 0 asks for the number', async () => {
  for (const count of ['999999999', '2147483648', '9'.repeat(400)])
    expect((await ask(`/fhir/Patient?_count=${count}`)).status, count).toBe(200);
  expect((await ask('/fhir/Patient?_count=0')).body.total).toBe(people.length);
  expectOutcome(await ask('/fhir/Encounter?_count=0'), 400, 'too-costly');
});

it('what is read is in the journal as the reader’s, without what identifies people', async () => {
  const reader = await api.user('ROLE_ADMINISTRADOR');
  const [first] = people;
  await askFhir(reader, `/fhir/Patient/${first?._id}`);
  await askFhir(reader, `/fhir/Patient/${first?._id}/$everything`);
  await askFhir(reader, `/fhir/Patient?name=sisa&gender=female`);
  await askFhir(reader, `/fhir/Observation?patient=${first?._id}`);
  await askFhir(reader, `/fhir/Patient?_id=${first?._id}`);
  const { headers } = await askFhir(reader, `/fhir/Patient/${first?._id}`, { method: 'HEAD' });
  const unchanged = { 'if-none-match': String(headers.etag) };
  expect((await askFhir(reader, `/fhir/Patient/${first?._id}`, { headers: unchanged })).status).toBe(304);
  await api.app.journalWritten();
  const rows = await rawRows<Record<string, unknown>>(
    api.database.db,
    sql`select action, person::text, after from journal where kind = 'fhir' and actor = ${reader.id}::uuid order by seq`,
  );
  expect(rows).toEqual([
    { action: 'ver', person: first?._id, after: { tipo: 'Patient' } },
    { action: 'ver', person: first?._id, after: { tipo: '$everything', filas: expect.any(String) } },
    { action: 'exportar', person: null, after: { tipo: 'Patient', filas: '3', q: 'name=…&gender=female' } },
    {
      action: 'exportar',
      person: first?._id,
      after: { tipo: 'Observation', filas: expect.any(String), q: `patient=${first?._id}` },
    },
    { action: 'exportar', person: first?._id, after: { tipo: 'Patient', filas: '1', q: '_id=…' } },
    { action: 'ver', person: first?._id, after: { tipo: 'Patient' } },
    { action: 'ver', person: first?._id, after: { tipo: 'Patient' } },
  ]);
});

it('a reader that asks for too much at once is asked to wait, and people work on meanwhile', async () => {
  const requests = Array.from({ length: 60 }, () => ask('/fhir/Observation'));
  const list = await another.get('/api/nino?limit=5');
  expect([list.status, list.body.length]).toEqual([200, people.length]);
  const answers = await Promise.all(requests);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectOutcome(answer, 503, 'transient');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await askFhir(another, '/fhir/Patient')).status).toBe(200);
});

it('of many simultaneous requests of one system twenty wait, and others are refused for a moment', async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, () => ask('/fhir/Observation?_count=200')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(23);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectOutcome(answer, 503, 'transient');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await ask('/fhir/Patient')).status).toBe(200);
});
