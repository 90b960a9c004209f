import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { session } from '#server/db/schema.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import type { Body } from '../support/factories.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';
import { openAgain } from '../support/test-database.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 13; SM-A135M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36';

let now: Date;
let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  now = new Date();
  api = await startTestApi({ now: () => now });
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user('ROLE_BRIGADA');
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function signIn({ cedula, password }: TestUser, agent = PHONE, address = '10.1.2.3'): Promise<ApiClient> {
  const { body, status } = await api.client(undefined, address).send({
    method: 'POST',
    url: '/api/auth/signin',
    payload: { cedula, password },
    headers: { 'user-agent': agent },
  });
  expect(status).toBe(200);
  return api.client(body.accessToken, address);
}
const statusOf = async (client: ApiClient) => (await client.get('/api/perfil')).status;
const sessionsOf = async (client: ApiClient): Promise<Body[]> => (await client.get('/api/sesiones')).body;

describe('open sessions', () => {
  it('are listed with device, address and last use, and the current one is marked', async () => {
    const phone = await signIn(user);
    const sessions = await sessionsOf(phone);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ actual }) => actual)).toEqual({
      _id: expect.any(String),
      equipo: 'Chrome en Android',
      direccion: '10.1.2.3',
      desde: now.toISOString(),
      ultimoUso: now.toISOString(),
      actual: true,
    });
    expect((await sessionsOf(api.admin)).map(({ _id }) => _id)).not.toContain(sessions[0]?._id);
  });

  it('have their last use to the minute', async () => {
    later(2 * MINUTE_MS);
    const phone = await signIn(user);
    await user.get('/api/perfil');
    expect((await sessionsOf(phone)).find(({ actual }) => !actual)?.ultimoUso).toBeDefined();
    await expect
      .poll(async () => (await sessionsOf(phone)).find(({ actual }) => !actual)?.ultimoUso)
      .toBe(now.toISOString());
  });

  it('are ended one by one, at once, by their owner only', async () => {
    const phone = await signIn(user);
    const other = (await sessionsOf(phone)).find(({ actual }) => !actual)?._id;
    expect((await api.admin.delete(`/api/sesiones/${other}`)).status).toBe(404);
    expect((await phone.delete('/api/sesiones/x')).status).toBe(404);
    expect((await phone.delete(`/api/sesiones/${other}`)).status).toBe(200);
    expect([await statusOf(user), await statusOf(phone)]).toEqual([401, 200]);
    expect((await phone.delete(`/api/sesiones/${other}`)).status).toBe(404);
    expect(await sessionsOf(phone)).toHaveLength(1);
  });

  it('are all ended but the current one', async () => {
    const [phone, tablet] = [await signIn(user), await signIn(user)];
    expect((await phone.delete('/api/sesiones')).body.message).toBe('Las demás sesiones se cerraron.');
    expect([await statusOf(user), await statusOf(phone), await statusOf(tablet)]).toEqual([401, 200, 401]);
    expect((await phone.delete('/api/sesiones')).body.message).toBe('No tenías otras sesiones abiertas.');
    expect(await statusOf(api.admin)).toBe(200);
  });

  it('are ended with Salir, which may be repeated', async () => {
    const phone = await signIn(user);
    for (let i = 0; i < 2; i += 1) {
      const answer = await phone.post('/api/auth/signout', {});
      expect([answer.status, answer.body]).toEqual([200, { message: 'Tu sesión se cerró.' }]);
    }
    expect([await statusOf(phone), await statusOf(user)]).toEqual([401, 200]);
    expect((await phone.post('/api/auth/signout')).status).toBe(200);
    expect((await api.anonymous.post('/api/auth/signout', {})).status).toBe(401);
    expect((await api.client('x.y.z').post('/api/auth/signout', {})).status).toBe(401);
  });

  it('end with a change of the password, except the one that changed it', async () => {
    const phone = await signIn(user);
    const { body } = await phone.put('/api/perfil/password', { actual: user.password, nueva: 'Distinta123' });
    const renewed = api.client(body.accessToken);
    expect([await statusOf(phone), await statusOf(user), await statusOf(renewed)]).toEqual([401, 401, 200]);
    expect(await sessionsOf(renewed)).toHaveLength(1);
  });

  it('do not start from a sign-in under way while the password changes', async () => {
    const attempts = Array.from({ length: 4 }, () =>
      api.anonymous.post('/api/auth/signin', { cedula: user.cedula, password: user.password }),
    );
    const change = user.put('/api/perfil/password', { actual: user.password, nueva: 'Distinta123' });
    const [changed, ...signins] = await Promise.all([change, ...attempts]);
    expect(changed.status).toBe(200);
    for (const { status, body } of signins)
      expect(status === 401 || (await statusOf(api.client(body.accessToken))) === 401).toBe(true);
  });
});

it('of simultaneous changes of a password exactly one succeeds', async () => {
  const change = (nueva: string) => user.put('/api/perfil/password', { actual: user.password, nueva });
  const answers = await Promise.all(['Distinta123', 'Distinta456', 'Distinta789'].map(change));
  const [done] = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of answers) expect([200, 400, 401]).toContain(status);
  expect(await statusOf(api.client(done?.body.accessToken))).toBe(200);
});

describe('a session', () => {
  it('ends twelve hours after it began', async () => {
    const [phone, tablet] = [await signIn(user), await signIn(user)];
    later(12 * HOUR_MS - 1);
    expect(await statusOf(phone)).toBe(200);
    later(1);
    expect(await statusOf(tablet)).toBe(401);
  });

  it('that has ended leaves no row, even if its user never returns', async () => {
    const { db } = api.database;
    const rows = () => db.select().from(session).where(eq(session.userId, user.id));
    await signIn(user);
    expect(await rows()).toHaveLength(2);
    later(12 * HOUR_MS);
    await signIn(api.admin);
    expect(await rows()).toEqual([]);
  });

  it('is renewed in use, and reuse of the replaced token ends it', async () => {
    let token = (await signIn(user)).token;
    const tokens = [token];
    for (let hour = 0; hour < 30; hour += 2) {
      later(2 * HOUR_MS);
      const answer = await api.client(token).get('/api/perfil');
      expect(answer.status).toBe(200);
      token = String(answer.headers['x-access-token']);
      tokens.push(token);
    }
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(await statusOf(api.client(token))).toBe(200);
    expect((await api.client(token).get('/api/perfil')).headers['x-access-token']).toBeUndefined();
    expect(await statusOf(api.client(tokens.at(-2)))).toBe(200);
    later(MINUTE_MS + 1);
    // Both holders of the session's tokens are signed out.
    expect(await statusOf(api.client(tokens.at(-2)))).toBe(401);
    expect(await statusOf(api.client(token))).toBe(401);
    const { body } = await (await signIn(api.admin)).get('/api/auditoria', { usuario: user.id, accion: 'salir' });
    expect(body[0].cambios).toEqual([{ campo: 'motivo', antes: null, despues: 'token reemplazado' }]);
  });

  it('continues with the previous token when the answer with the new one was lost', async () => {
    const phone = await signIn(user);
    later(2 * HOUR_MS);
    const first = (await phone.get('/api/perfil')).headers['x-access-token'];
    expect(first).toEqual(expect.any(String));
    later(HOUR_MS);
    const again = await phone.get('/api/perfil');
    expect(again.status).toBe(200);
    expect(await statusOf(api.client(String(again.headers['x-access-token'])))).toBe(200);
  });

  it('is renewed by simultaneous calls without ending any', async () => {
    const phone = await signIn(user);
    later(2 * HOUR_MS);
    const answers = await Promise.all(Array.from({ length: 12 }, () => phone.get('/api/perfil')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const renewed = answers.flatMap(({ headers }) => headers['x-access-token'] ?? []);
    expect(renewed.length).toBeGreaterThan(0);
    for (const token of renewed) expect(await statusOf(api.client(String(token)))).toBe(200);
  });

  it('requires the password after seven days, however much it is used', async () => {
    let token = (await signIn(user)).token;
    let hours = 0;
    for (let status = 200; status === 200; hours += 4) {
      later(4 * HOUR_MS);
      const answer = await api.client(token).get('/api/perfil');
      status = answer.status;
      token = String(answer.headers['x-access-token'] ?? token);
    }
    expect(hours).toBe(7 * 24);
  });
});

it('with an idle limit configured an unused session ends', async () => {
  const app = await buildApp({ database: api.database, secret: SECRET, now: () => now, sessionIdleMinutes: 30 });
  const phone = new ApiClient(app, (await signIn(user)).token);
  later(29 * MINUTE_MS);
  expect(await statusOf(phone)).toBe(200);
  await app.close();
  later(29 * MINUTE_MS);
  const again = await buildApp({ database: api.database, secret: SECRET, now: () => now, sessionIdleMinutes: 30 });
  expect(await statusOf(new ApiClient(again, phone.token))).toBe(200);
  later(32 * MINUTE_MS);
  expect(await statusOf(new ApiClient(again, phone.token))).toBe(401);
  await again.close();
});

it('a session ended on one process has ended on every other', async () => {
  const { databaseUrl } = api;
  const database = databaseUrl ? await openAgain(databaseUrl) : api.database;
  const app = await buildApp({ database, secret: SECRET, now: () => now });
  const phone = await signIn(user);
  const elsewhere = new ApiClient(app, phone.token);
  expect(await statusOf(elsewhere)).toBe(200);
  const { _id } = (await sessionsOf(elsewhere)).find(({ actual }) => actual) as Body;
  await user.delete(`/api/sesiones/${_id}`);
  expect([await statusOf(elsewhere), await statusOf(phone)]).toEqual([401, 401]);
  await app.close();
  if (databaseUrl) await database.close();
});
