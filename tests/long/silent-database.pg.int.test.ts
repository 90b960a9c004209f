import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { startProxy, type TcpProxy, urlThroughProxy } from '../support/tcp-proxy.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const SILENCE_MS = 5_000;
/** One silence limit; a rollback must not wait for a second one. */
const ANSWERED_MS = 9_000;
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
  database = await openDatabase({ url: urlThroughProxy(url, proxy), silenceMs: SILENCE_MS });
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
/** A transaction of several statements. */
const saveMany = () => client.post('/api/establecimiento/varios', { lineas: [crypto.randomUUID()] });

test('while PostgreSQL is silent requests get 503, and all works again as soon as it answers', async () => {
  const work = [read, save, saveMany];
  // Puts working connections into the pool.
  for (const { status } of await Promise.all(work.map((ask) => ask()))) expect(status).toBeLessThan(300);
  const slowed = await slowedBy();
  proxy.freeze();
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work[index % work.length]?.()));
  await expectWithin(ANSWERED_MS, performance.now() - started, 'the slowest refusal', slowed);
  for (const answer of answers)
    expect([answer?.status, answer?.body.message]).toEqual([503, ERRORS.unavailable.message]);
  expect((await client.get('/api/health')).status).toBe(503);
  expect((await client.get('/api/health/live')).status).toBe(200);
  proxy.thaw();
  for (const { status, text } of await Promise.all(work.map((ask) => ask()))) expect(status, text).toBeLessThan(300);
  expect(database.measured.connections()?.waiting).toBe(0);
  await expect.poll(async () => (await client.get('/api/health')).status).toBe(200);
});
