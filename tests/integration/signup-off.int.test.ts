import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { newUser } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const SIGNUP = '/api/auth/signup';
const SETTINGS = '/api/ajustes';
const OFF = { status: 403, body: { code: 'signupOff', message: ERRORS.signupOff.message } };

describe('with registration switched off', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ signup: false });
  });
  afterAll(() => api.close());

  it('every signup is refused with one sentence and creates nothing', async () => {
    const body = { ...newUser(), _id: crypto.randomUUID() };
    for (const sent of [body, {}, { nombre: 7 }, undefined])
      expect(await api.anonymous.post(SIGNUP, sent)).toMatchObject(OFF);
    expect(await api.admin.post(SIGNUP, body)).toMatchObject(OFF);
    expect((await api.admin.get(`/api/users/${body._id}`)).status).toBe(404);
  });

  it('the settings say so, and administrators still add accounts', async () => {
    expect(await api.anonymous.get(SETTINGS)).toMatchObject({ status: 200, body: { registro: false } });
    const roles = await api.roleId('ROLE_BRIGADA');
    const body = newUser();
    expect((await api.admin.post('/api/users', { ...body, roles })).status).toBe(201);
    const { cedula, password } = body;
    expect((await api.anonymous.post('/api/auth/signin', { cedula, password })).status).toBe(200);
  });
});

it('registration is on by default, and the settings need no database', async () => {
  const api = await startTestApi();
  expect((await api.anonymous.post(SIGNUP, newUser())).status).toBe(201);
  await api.database.close();
  expect(await api.anonymous.get(SETTINGS)).toMatchObject({ status: 200, body: { registro: true } });
  await api.close().catch(() => undefined);
});
