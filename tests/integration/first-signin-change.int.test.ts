import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/accounts/password-work.ts';
import { createUserRepository } from '#server/modules/users/user-repository.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { newUser } from '../support/factories.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const SIGNIN = '/api/auth/signin';
const OWN = '/api/perfil/password';
const NEW = 'Distinta123';
const REFUSED = {
  status: 403,
  body: {
    code: 'passwordChange',
    message: 'Un administrador puso tu contraseña. Cámbiala por una que solo tú conozcas para seguir.',
  },
};

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ firstSigninChange: true });
});
afterAll(() => api.close());

/** A signed-in user that the administrator added. */
async function added() {
  const { password, ...identity } = newUser();
  const roles = await api.roleId('ROLE_BRIGADA');
  const { body } = await api.admin.post('/api/users', { ...identity, password, roles });
  const answer = await api.anonymous.post(SIGNIN, { cedula: identity.cedula, password });
  return { ...body, cedula: identity.cedula, password, answer, client: api.client(answer.body.accessToken) };
}

describe('a password that an administrator set', () => {
  it('signs in and must be changed before anything else', async () => {
    const { answer, client } = await added();
    expect(answer).toMatchObject({ status: 200, body: { cambiarClave: true, roles: ['ROLE_BRIGADA'] } });
    for (const path of ['/api/nino', '/api/perfil', '/api/sesiones', '/api/users', '/api/perfil/segundo-factor'])
      expect(await client.get(path), path).toMatchObject(REFUSED);
    expect(await client.post('/api/mujer', {})).toMatchObject(REFUSED);
    expect((await client.get('/api/health')).status).toBe(200);
  });

  it('once changed gives a session without limits, and the next sign-in does not ask again', async () => {
    const { client, cedula, password } = await added();
    const changed = await client.put(OWN, { actual: password, nueva: NEW });
    expect(changed.status).toBe(200);
    expect((await api.client(changed.body.accessToken).get('/api/nino')).status).toBe(200);
    const again = await api.anonymous.post(SIGNIN, { cedula, password: NEW });
    expect(again.body).not.toHaveProperty('cambiarClave');
    expect((await api.client(again.body.accessToken).get('/api/nino')).status).toBe(200);
  });

  it('cannot be "changed" to itself', async () => {
    const { client, password } = await added();
    expect(await client.put(OWN, { actual: password, nueva: password })).toMatchObject({
      status: 400,
      body: { message: [{ msg: 'La contraseña nueva debe ser distinta de la actual', path: 'nueva' }] },
    });
    expect(await client.get('/api/nino')).toMatchObject(REFUSED);
  });

  it('allows signing out instead', async () => {
    const { client } = await added();
    expect((await client.post('/api/auth/signout', {})).status).toBe(200);
    expect((await client.get('/api/nino')).status).toBe(401);
  });

  it('is required to change also when it replaced an earlier one', async () => {
    const user = await api.user('ROLE_BRIGADA');
    expect((await user.get('/api/nino')).status).toBe(200);
    const { body } = await api.admin.get(`/api/users/${user.id}`);
    const roles = body.roles.map(({ _id }: { _id: string }) => _id).join(',');
    await api.admin.put(`/api/users/${user.id}`, { ...body, roles, password: NEW });
    const answer = await api.anonymous.post(SIGNIN, { cedula: user.cedula, password: NEW });
    expect(answer.body.cambiarClave).toBe(true);
  });

  it('need not be changed if administrators set it for themselves or a user registered with it', async () => {
    const admin = await api.user('ROLE_ADMINISTRADOR');
    const { body } = await admin.get(`/api/users/${admin.id}`);
    const roles = body.roles.map(({ _id }: { _id: string }) => _id).join(',');
    await admin.put(`/api/users/${admin.id}`, { ...body, roles, password: NEW });
    const own = await api.anonymous.post(SIGNIN, { cedula: admin.cedula, password: NEW });
    expect(own.body).not.toHaveProperty('cambiarClave');
    const registered = newUser();
    await api.anonymous.post('/api/auth/signup', registered);
    const { cedula, password } = registered;
    expect((await api.anonymous.post(SIGNIN, { cedula, password })).body).not.toHaveProperty('cambiarClave');
  });
});

it('a password that the program generated causes only a reminder until it is changed', async () => {
  const { password, ...user } = newUser();
  const id = crypto.randomUUID();
  const users = createUserRepository(api.database.db);
  const roleIds = await users.roleIds(['ROLE_ADMINISTRADOR']);
  const account = { id, creator: { id, origin: null }, user, roleIds, passwordFrom: 'programa' as const };
  await users.create(account, await hashPassword(password));
  const signIn = async (typed: string) =>
    (await api.anonymous.post(SIGNIN, { cedula: user.cedula, password: typed })).body;
  const { accessToken, recordarClave, ...rest } = await signIn(password);
  expect(recordarClave).toBe(true);
  expect(rest).not.toHaveProperty('cambiarClave');
  const client = api.client(accessToken);
  expect((await client.get('/api/nino')).status).toBe(200);
  expect((await client.put(OWN, { actual: password, nueva: NEW })).status).toBe(200);
  expect(await signIn(NEW)).not.toHaveProperty('recordarClave');
});

it('the check needs no statement beyond the one that reads the session', async () => {
  const { client } = await added();
  const statements = await sentStatements(() => client.get('/api/nino?limit=5'));
  expect(statements).toHaveLength(1);
});

describe('with the setting off', () => {
  it('a new user works at once, and switching it on applies to open sessions', async () => {
    const off = await buildApp({ database: api.database, secret: SECRET, answersToTheLetter: true });
    const { cedula, password } = await added();
    const answer = await new ApiClient(off).post(SIGNIN, { cedula, password });
    expect(answer.body).not.toHaveProperty('cambiarClave');
    const client = new ApiClient(off, answer.body.accessToken);
    expect((await client.get('/api/nino')).status).toBe(200);
    expect(await api.client(answer.body.accessToken).get('/api/nino')).toMatchObject(REFUSED);
    expect((await client.put(OWN, { actual: password, nueva: password })).status).toBe(200);
    await off.close();
  });
});
