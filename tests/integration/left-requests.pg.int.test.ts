import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../support/passing-time.ts';
import { speak } from '../support/raw-http.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** Simultaneous requests of one kind, limited by plugins/fair-share.ts. */
const AT_ONCE = 6;

let api: TestApi;
let holder: pg.Client;
/** A connection of its own, because a transaction sees other connections as they were at its first look. */
let watcher: pg.Client;
let url: string;
beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  [holder, watcher] = [0, 1].map(() => new pg.Client({ connectionString: api.databaseUrl })) as [pg.Client, pg.Client];
  for (const client of [holder, watcher]) await client.connect();
});
afterAll(async () => {
  for (const client of [holder, watcher]) await client.end();
  await api.close();
});

/** Connections of the application that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await watcher.query(
    `select count(*)::int as many from pg_stat_activity
      where datname = current_database() and application_name = 'libreta' and wait_event_type = 'Lock'`,
  );
  return rows[0].many;
}

const ask = () => speak(url, `GET /api/nino?limit=5 HTTP/1.1\r\nHost: x\r\nx-access-token: ${api.admin.token}\r\n\r\n`);

it('clients that leave before their answer free no turn while their statements go on', async () => {
  // Its session is in the cache.
  expect((await api.admin.get('/api/mujer', { limit: '5' })).status).toBe(200);
  await holder.query('begin');
  await holder.query('lock table nino in access exclusive mode');
  const first = Array.from({ length: AT_ONCE }, ask);
  await until(async () => (await waiting()) === AT_ONCE, 'all that may be at the database wait');
  for (const { socket, closed } of first) {
    socket.resetAndDestroy();
    await closed;
  }
  const next = Array.from({ length: 3 * AT_ONCE }, ask);
  for (let times = 0; times < 5; times += 1) {
    expect((await api.admin.get('/api/mujer', { limit: '5' })).status).toBe(200);
    expect(await waiting()).toBeLessThanOrEqual(AT_ONCE);
  }
  for (const { socket } of next) socket.resetAndDestroy();
  await holder.query('rollback');
  await expect.poll(async () => (await api.admin.get('/api/nino', { limit: '5' })).status).toBe(200);
});
