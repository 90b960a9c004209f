import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { startProxy, urlThroughProxy } from '../support/tcp-proxy.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';
import { openAgain, PATIENT } from '../support/test-database.ts';

const ROUNDS = 20;
const SESSION = /^select .* from "session" /;

let api: TestApi;
let database: Database;
let other: FastifyInstance;
let administrator: pg.Client;
beforeAll(async () => {
  api = await startTestApi();
  database = await openAgain(api.databaseUrl);
  other = await buildApp({ database, secret: SECRET });
  await other.ready();
  administrator = new pg.Client({ connectionString: api.databaseUrl });
  await administrator.connect();
});
afterAll(async () => {
  await administrator.end();
  await other.close();
  await database.close();
  await api.close();
});

const read = (client: ApiClient) => client.get('/api/nino', { limit: '1' });
const sessionReads = async (client: ApiClient) =>
  (await sentStatements(() => read(client))).filter((sql) => SESSION.test(sql)).length;

/** A signed-in user whose session both processes have cached. */
async function cachedOnBoth() {
  const user = await api.user('ROLE_BRIGADA');
  const elsewhere = new ApiClient(other, user.token);
  for (const client of [user, elsewhere, user, elsewhere]) expect((await read(client)).status).toBe(200);
  return { user, elsewhere };
}

it('a process reads a session once and then has it in its cache', async () => {
  const { elsewhere } = await cachedOnBoth();
  // Polled, because the notification of the new account may come after the first reads.
  await expect.poll(() => sessionReads(elsewhere)).toBe(0);
});

it('a session ended on one process is refused by the other from the answer on, in every round', async () => {
  const ends = [
    ({ user }: Awaited<ReturnType<typeof cachedOnBoth>>) => user.post('/api/auth/signout', {}),
    ({ user }: Awaited<ReturnType<typeof cachedOnBoth>>) => api.admin.delete(`/api/users/${user.id}/sesiones`),
    ({ user }: Awaited<ReturnType<typeof cachedOnBoth>>) => api.admin.delete(`/api/users/${user.id}`),
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await cachedOnBoth();
    const end = ends[round % ends.length] as (typeof ends)[number];
    expect((await end(account)).status).toBe(200);
    expect((await read(account.elsewhere)).status).toBe(401);
  }
});

it('a removed role is removed on every process', async () => {
  const { user, elsewhere } = await cachedOnBoth();
  const { body } = await api.admin.get(`/api/users/${user.id}`);
  const roles = await api.roleId('ROLE_USUARIO');
  expect((await api.admin.put(`/api/users/${user.id}`, { ...body, roles })).status).toBe(200);
  expect([401, 403]).toContain((await read(elsewhere)).status);
});

it('the cache stays empty while its notification connection is down, and fills again later', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { user, elsewhere } = await cachedOnBoth();
    await administrator.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'libreta-avisos' and datname = current_database()`,
    );
    expect((await user.post('/api/auth/signout', {})).status).toBe(200);
    expect((await read(elsewhere)).status).toBe(401);
  }
  const { elsewhere } = await cachedOnBoth();
  await expect.poll(() => sessionReads(elsewhere)).toBe(0);
});

it('a process listens at its direct address: while that is unreachable, every request reads its session', async () => {
  const pooled = await openAgain(api.databaseUrl, { directUrl: 'postgres://nadie@127.0.0.1:1/nada' });
  const app = await buildApp({ database: pooled, secret: SECRET });
  try {
    await app.ready();
    const user = await api.user('ROLE_BRIGADA');
    const client = new ApiClient(app, user.token);
    expect((await read(client)).status).toBe(200);
    const sent = await sentStatements(() => read(client));
    expect(sent.filter((sql) => SESSION.test(sql))).toHaveLength(1);
  } finally {
    await app.close();
    await pooled.close();
  }
});

it('a process whose notifications stand still refuses a session that it has ended itself', async () => {
  const proxy = await startProxy(Number(new URL(String(api.databaseUrl)).port));
  const slow = await openAgain(api.databaseUrl, {
    directUrl: urlThroughProxy(String(api.databaseUrl), proxy),
    patience: { ...PATIENT, confirmationMs: 1_000 },
  });
  const app = await buildApp({ database: slow, secret: SECRET });
  try {
    await app.ready();
    const client = new ApiClient(app, (await api.user('ROLE_BRIGADA')).token);
    await expect.poll(() => sessionReads(client)).toBe(0);
    proxy.freeze();
    expect((await client.post('/api/auth/signout', {})).status).toBe(200);
    expect((await read(client)).status).toBe(401);
  } finally {
    proxy.thaw();
    await app.close();
    await slow.close();
    await proxy.close();
  }
});
