import { afterAll, beforeAll, expect, it } from 'vitest';
import { today } from '#domain/calendar.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { buildApp } from '#server/start/app.ts';
import { type Answer, ApiClient } from '../support/api-client.ts';
import { everyCall } from '../support/every-call.ts';
import { createRecord } from '../support/factories.ts';
import { csvOf, rehearsed } from '../support/imports.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
/** Every route of the API with an unknown id. */
let routes: { method: string; url: string }[];
beforeAll(async () => {
  api = await startTestApi();
  routes = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
    Object.keys(operations ?? {}).map((method) => ({
      method: method.toUpperCase(),
      url: path.replace(/\{\w+\}/g, () => crypto.randomUUID()),
    })),
  );
});
afterAll(() => api.close());

/** Expects no-store on every answer. @returns their statuses */
function statuses(answers: [string, Answer][]): Set<number> {
  for (const [what, { headers, status }] of answers)
    expect([what, status, headers['cache-control']]).toEqual([what, status, 'no-store']);
  return new Set(answers.map(([, { status }]) => status));
}

const send = (client: ApiClient, method: string, url: string, payload?: string, type = 'application/json') =>
  client.send({
    method: method as 'GET',
    url,
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
  });

it('every answer of every route, right or wrong, is marked no-store', async () => {
  expect(routes.length).toBeGreaterThan(80);
  const answers: [string, Answer][] = [];
  for (const { method, url } of routes) {
    // Fresh users, because a route may end the session.
    const [usuario, admin] = [await api.user('ROLE_USUARIO'), await api.user('ROLE_ADMINISTRADOR')];
    const ask = async (client: ApiClient, what: string, query = '', payload?: string, type?: string) =>
      answers.push([`${method} ${url} ${what}`, await send(client, method, url + query, payload, type)]);
    await ask(api.anonymous, 'nobody');
    await ask(usuario, 'usuario');
    await ask(admin, 'admin', '', method === 'GET' ? undefined : '{}');
    await ask(admin, 'wrong query', '?limit=x&sort=x&desde=x');
    if (method !== 'GET') {
      await ask(admin, 'broken', '', '{');
      await ask(admin, 'no JSON', '', 'x', 'text/plain');
      await ask(admin, 'too large', '', `{"a":"${'x'.repeat(1_100_000)}"}`);
    }
  }
  expect(statuses(answers)).toEqual(new Set([200, 400, 401, 403, 404, 410, 413, 415]));
});

it('so is every answer with personal data, as page, file or PDF data', async () => {
  const ids: Record<string, string> = { users: api.admin.id };
  const queries: Record<string, string> = {};
  for (const key of ['nino', 'mujer']) {
    const { _id } = await createRecord(api.admin, key);
    ids[key] = _id;
    for (const { key: ofPerson, path, parent } of RECORD_LIST) {
      if (parent?.record !== key) continue;
      await createRecord(api.admin, ofPerson, {}, _id);
      queries[`/api/${path}`] = `?${parent.field}=${_id}`;
    }
  }
  queries['/api/buscar'] = `?q=${RECORDS.nino.example.apellidos}`;
  const { example } = RECORDS.nino;
  const unnamed = csvOf(
    ['HCU', 'Cédula', 'Cédula madre', 'Nombres', 'Apellidos'],
    [['', '', '', '', String(example.apellidos)]],
  );
  ids.importaciones = (await rehearsed(api, api.admin, 'nino', unnamed))._id;
  queries['/api/importaciones/plantilla.xlsx'] = '?tipo=nino';
  for (const figures of ['cifras', 'dataValueSets'])
    queries[`/api/dhis2/${figures}`] = `?periodo=${today().slice(0, 7).replace('-', '')}`;
  const { codigo } = (await api.admin.get(`/api/nino/${ids.nino}/codigo`)).body;
  const answers: [string, Answer][] = [];
  for (const { method, path } of everyCall()) {
    if (method !== 'GET') continue;
    const id = String(ids[path.split('/')[2] ?? ''] ?? ids.nino);
    const url = path.replace(':id', id).replace(':token', codigo) + (queries[path] ?? '');
    answers.push([path, await api.admin.get(url)]);
  }
  statuses(answers);
  expect(answers.filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual([]);
  const withPersonalData = answers.filter(([, { bytes }]) => bytes.includes(String(RECORDS.nino.example.apellidos)));
  expect(withPersonalData.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      '/api/nino',
      '/api/nino/:id',
      '/api/nino/exportar.csv',
      '/api/nino/pdf/:id',
      '/api/nino/:id/libreta',
      '/api/importaciones/:id/filas',
    ]),
  );
});

it('so is every answer outside the routes', async () => {
  const failing = await buildApp({ database: api.database, secret: SECRET });
  const fail = async () => {
    throw new Error('broken');
  };
  failing.get('/api/falla', { config: { permission: 'public' } }, fail);
  const wrong = JSON.stringify({ cedula: api.admin.cedula, password: 'Equivocada1' });
  const answers: [string, Answer][] = [
    ['500', await new ApiClient(failing).get('/api/falla')],
    ['no method', await send(api.admin, 'PATCH', '/api/nino', '{}')],
    ['HEAD', await send(api.admin, 'HEAD', '/api/nino')],
    ['another spelling', await api.anonymous.get('/%61pi/health')],
    ['the description', await api.anonymous.get('/api/docs/json')],
    ['a page of the description', await api.anonymous.get('/api/docs/')],
    ['a file of the description', await api.anonymous.get('/api/docs/static/swagger-ui.css')],
  ];
  for (const url of [
    '/api',
    '/api/',
    '/api/inventada',
    '/api/%ff',
    '/%ff',
    `/api/nino/${'a'.repeat(17_000)}`,
    '/fuera',
  ])
    answers.push([url, await api.anonymous.get(url)]);
  for (let tries = 0; tries < 12; tries += 1)
    answers.push(['too many', await send(api.client(undefined, '10.9.9.9'), 'POST', '/api/auth/signin', wrong)]);
  expect(statuses(answers)).toEqual(new Set([200, 401, 404, 429, 500]));
  await failing.close();
});
