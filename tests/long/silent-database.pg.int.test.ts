import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { startProxy, type TcpProxy, through } from '../support/tcp-proxy.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const SILENCE_MS = 1_500;
/** A turn, or what was asked last; not the one after the other for a rollback as well. */
const ANSWERED_MS = 6_000;
const AT_ONCE = 15;

let api: TestApi;
let proxy: TcpProxy;
let database: Database;
let client: ApiClient;
let close: () => Promise<void>;
beforeAll(async () => {
  api = await startTestApi();
  const url = String(api.databaseUrl);
  proxy = await startProxy(Number(new URL(url).port));
  database = await openDatabase({ url: through(url, proxy), silenceMs: SILENCE_MS });
  const app = await buildApp({ database, secret: SECRET });
  client = new ApiClient(app, api.admin.token);
  close = () => app.close();
});
afterAll(async () => {
  proxy?.thaw();
  await close?.();
  await database?.close();
  await proxy?.close();
  await api?.close();
});

const read = () => client.get('/api/nino', { limit: '5' });
const save = () => {
  const _id = crypto.randomUUID();
  return client.post('/api/nino', { ...RECORDS.nino.example, _id, cedula: _id.slice(0, 20) });
};
/** In a transaction of several statements. */
const saveMany = () => client.post('/api/establecimiento/varios', { lineas: [crypto.randomUUID()] });

test('while PostgreSQL says nothing everybody is told to come back, and at once afterwards all works', async () => {
  const work = [read, save, saveMany];
  // Connections that were good.
  for (const { status } of await Promise.all(work.map((ask) => ask()))) expect(status).toBeLessThan(300);
  const slowed = await slowedBy();
  proxy.freeze();
  const asked = performance.now();
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work[index % work.length]?.()));
  await expectWithin(ANSWERED_MS, performance.now() - asked, 'the slowest refusal', slowed);
  for (const answer of answers)
    expect([answer?.status, answer?.body.message]).toEqual([503, ERRORS.unavailable.message]);
  expect((await client.get('/api/health')).status).toBe(503);
  expect((await client.get('/api/health/live')).status).toBe(200);
  proxy.thaw();
  for (const { status, text } of await Promise.all(work.map((ask) => ask()))) expect(status, text).toBeLessThan(300);
  expect(database.measured.connections()?.waiting).toBe(0);
  expect((await client.get('/api/health')).status).toBe(200);
});
