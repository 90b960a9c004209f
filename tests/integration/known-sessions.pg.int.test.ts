import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const ROUNDS = 20;
const SESSION = /^select .* from "session" /;

let api: TestApi;
let database: Database;
let other: FastifyInstance;
let administrator: pg.Client;
beforeAll(async () => {
  api = await startTestApi();
  database = await openDatabase({ url: api.databaseUrl });
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

/** Somebody who is signed in, known to both processes. */
async function knownEverywhere() {
  const user = await api.user('ROLE_BRIGADA');
  const elsewhere = new ApiClient(other, user.token);
  for (const client of [user, elsewhere, user, elsewhere]) expect((await read(client)).status).toBe(200);
  return { user, elsewhere };
}

it('a process asks for a session once, and then knows it', async () => {
  const { elsewhere } = await knownEverywhere();
  const sent = await sentStatements(() => read(elsewhere));
  expect(sent.filter((sql) => SESSION.test(sql))).toEqual([]);
});

it('what ends on one process has ended on the other before it is answered, time after time', async () => {
  const ends = [
    ({ user }: Awaited<ReturnType<typeof knownEverywhere>>) => user.post('/api/auth/signout', {}),
    ({ user }: Awaited<ReturnType<typeof knownEverywhere>>) => api.admin.delete(`/api/users/${user.id}/sesiones`),
    ({ user }: Awaited<ReturnType<typeof knownEverywhere>>) => api.admin.delete(`/api/users/${user.id}`),
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    const somebody = await knownEverywhere();
    const end = ends[round % ends.length] as (typeof ends)[number];
    expect((await end(somebody)).status).toBe(200);
    expect((await read(somebody.elsewhere)).status).toBe(401);
  }
});

it('a role that is taken away is taken away everywhere', async () => {
  const { user, elsewhere } = await knownEverywhere();
  const { body } = await api.admin.get(`/api/users/${user.id}`);
  const roles = await api.roleId('ROLE_USUARIO');
  expect((await api.admin.put(`/api/users/${user.id}`, { ...body, roles })).status).toBe(200);
  expect([401, 403]).toContain((await read(elsewhere)).status);
});

it('while the connection that hears is gone, nothing is known, and later it is again', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { user, elsewhere } = await knownEverywhere();
    await administrator.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'libreta-avisos' and datname = current_database()`,
    );
    expect((await user.post('/api/auth/signout', {})).status).toBe(200);
    expect((await read(elsewhere)).status).toBe(401);
  }
  const { elsewhere } = await knownEverywhere();
  const asked = async () => (await sentStatements(() => read(elsewhere))).filter((sql) => SESSION.test(sql)).length;
  await expect.poll(asked).toBe(0);
});
