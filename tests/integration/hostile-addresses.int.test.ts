import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG_KEYS } from '#domain/catalogs.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const LISTS = [...RECORD_LIST.map(({ path }) => path), ...CATALOG_KEYS, 'users', 'importaciones'].map(
  (path) => `/api/${path}`,
);

let api: TestApi;
const parents: Record<string, string> = {};
beforeAll(async () => {
  api = await startTestApi();
  for (const { key, parent } of RECORD_LIST) if (!parent) parents[key] = (await createRecord(api.admin, key))._id;
});
afterAll(() => api.close());

describe('hostile addresses', () => {
  const IDS = [
    '%00',
    '%ff',
    '%E0%A4%A',
    '%',
    '%2e%2e%2f',
    '..%2f..',
    '%c0%ae',
    '💥',
    'a'.repeat(5000),
    '%27%20or%201=1',
    '{}',
    '*',
    ';',
    '[object%20Object]',
    '0',
  ];

  it('in place of an id answer 404', async () => {
    for (const list of LISTS) {
      for (const id of IDS)
        for (const method of ['GET', 'PUT', 'DELETE'] as const) {
          const answer = await api.admin.send({ method, url: `${list}/${id}` });
          // A PUT without a body may be refused before its id is looked up.
          expect(
            method === 'PUT' ? [400, 404] : [404],
            `${method} ${list}/${id.slice(0, 30)} ${answer.text}`,
          ).toContain(answer.status);
          expect(answer.body?.message, `${method} ${list}/${id.slice(0, 30)}`).toBeDefined();
          expect(answer.text).not.toMatch(/valid url|statusCode|Not Found|Bad Request/);
        }
    }
  });

  it('that cannot be decoded lead a person to the first page, and a program to an error', async () => {
    const opened = (url: string, accept: string) => api.anonymous.send({ method: 'GET', url, headers: { accept } });
    for (const url of ['/%E0%A4%A', '/lista/%', '/%ff?q=1']) {
      const answer = await opened(url, 'text/html,*/*;q=0.8');
      expect([answer.status, answer.headers.location], url).toEqual([302, '/']);
      expect((await opened(url, 'application/json')).status).toBe(404);
    }
    for (const url of ['/api/%E0%A4%A', '/fhir/%', '/assets/%ff'])
      expect((await opened(url, 'text/html')).status, url).toBe(404);
  });

  it('in a query are refused or find nothing', async () => {
    const queries = [
      'q=%00',
      'q=%ff',
      'q=%E0%A4%A',
      'q=%',
      'limit=%00',
      'offset=1&offset=2',
      'limit[]=1',
      'q[a]=1',
      '&&&',
      '?',
      'q=a&q=b',
      'sort=__proto__',
      '__proto__=1',
      'ninoId=%00',
      'mujerId=%ff',
      'provincia=%00',
      'desde=%00',
    ];
    for (const { key, path, parent } of RECORD_LIST)
      for (const query of queries) {
        const own = parent ? `${parent.field}=${parents[parent.record]}&` : '';
        const answer = await api.admin.send({ method: 'GET', url: `/api/${path}?${own}${query}` });
        expect([200, 400, 404], `${key} ${query} ${answer.text}`).toContain(answer.status);
      }
  });

  it('outside every route answer 404 in Spanish', async () => {
    for (const url of [
      '/api',
      '/api/',
      '/api/%00',
      '/api/%ff',
      '/api//nino',
      '/api/nino/x/y',
      '/api/NINO',
      '/%',
      '/%ff/api',
      '//',
      '/..%2f..%2fetc%2fpasswd',
      '/.env',
    ]) {
      const answer = await api.admin.send({ method: 'GET', url });
      expect([400, 404], url).toContain(answer.status);
      expect(answer.body.message, url).toMatch(/^(No se encontró|La información enviada no se puede leer)/);
    }
  });

  it('with a malformed token answer 401', async () => {
    for (const token of ['\u00ff', 'a.b.c', '..', 'null', 'x'.repeat(8000), 'Bearer x', '{}'])
      for (const headers of [
        { 'x-access-token': token },
        { authorization: `Bearer ${token}` },
        { authorization: token },
      ])
        expect((await api.anonymous.send({ method: 'GET', url: '/api/nino', headers })).status).toBe(401);
  });
});
