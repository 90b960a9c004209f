import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { newUser } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const SIGNUP = '/api/auth/signup';
const SETTINGS = '/api/ajustes';
const OFF = { status: 403, body: { code: 'signupOff', message: ERRORS.signupOff.message } };

describe('where nobody may register', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ signup: false });
  });
  afterAll(() => api.close());

  it('whatever is sent is refused with one sentence, and nobody is there afterwards', async () => {
    const body = { ...newUser(), _id: crypto.randomUUID() };
    for (const sent of [body, {}, { nombre: 7 }, undefined])
      expect(await api.nobody.post(SIGNUP, sent)).toMatchObject(OFF);
    expect(await api.admin.post(SIGNUP, body)).toMatchObject(OFF);
    expect((await api.admin.get(`/api/users/${body._id}`)).status).toBe(404);
  });

  it('visitors are told so, and administrators add accounts all the same', async () => {
    expect(await api.nobody.get(SETTINGS)).toMatchObject({ status: 200, body: { registro: false } });
    const roles = await api.roleId('ROLE_BRIGADA');
    const body = newUser();
    expect((await api.admin.post('/api/users', { ...body, roles })).status).toBe(201);
    const { cedula, password } = body;
    expect((await api.nobody.post('/api/auth/signin', { cedula, password })).status).toBe(200);
  });
});

it('people may register unless told otherwise, and visitors are told without a database', async () => {
  const api = await startTestApi();
  expect((await api.nobody.post(SIGNUP, newUser())).status).toBe(201);
  await api.database.close();
  expect(await api.nobody.get(SETTINGS)).toMatchObject({ status: 200, body: { registro: true } });
  await api.close().catch(() => undefined);
});
