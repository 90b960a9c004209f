import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const SIGNIN = '/api/auth/signin';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** The user as the edit form sends it back. */
const edited = async (user: TestUser, change: Record<string, unknown> = {}) => {
  const { body } = await api.admin.get(`/api/users/${user.id}`);
  return { ...body, roles: body.roles.map(({ _id }: { _id: string }) => _id).join(','), ...change };
};
const works = async (user: TestUser) => (await user.get('/api/perfil')).status === 200;

describe('a session', () => {
  it('ends at once when its user is deleted', async () => {
    const user = await api.user('ROLE_BRIGADA');
    expect(await works(user)).toBe(true);
    await api.admin.delete(`/api/users/${user.id}`);
    expect(await works(user)).toBe(false);
  });

  it('ends at once with a change of roles, and the next session has the new ones', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const roles = await api.roleId('ROLE_SUPERVISOR');
    expect((await api.admin.put(`/api/users/${user.id}`, await edited(user, { roles }))).status).toBe(200);
    expect(await works(user)).toBe(false);
    const { body } = await api.anonymous.post(SIGNIN, { cedula: user.cedula, password: user.password });
    expect(body.roles).toEqual(['ROLE_SUPERVISOR']);
  });

  it('ends at once when an administrator changes the password', async () => {
    const user = await api.user('ROLE_BRIGADA');
    await api.admin.put(`/api/users/${user.id}`, await edited(user, { password: 'Distinta123' }));
    expect(await works(user)).toBe(false);
    const status = async (password: string) =>
      (await api.anonymous.post(SIGNIN, { cedula: user.cedula, password })).status;
    expect([await status(user.password), await status('Distinta123')]).toEqual([401, 200]);
  });

  it.each([{ nombre: 'Otra' }, { password: '' }, { password: null }, {}])('survives the edit %j', async (change) => {
    const user = await api.user('ROLE_BRIGADA');
    expect((await api.admin.put(`/api/users/${user.id}`, await edited(user, change))).status).toBe(200);
    expect(await works(user)).toBe(true);
  });

  it('survives the same roles in another order', async () => {
    const user = await api.user('ROLE_BRIGADA', 'ROLE_SUPERVISOR');
    const roles = [await api.roleId('ROLE_SUPERVISOR'), await api.roleId('ROLE_BRIGADA')];
    for (const order of [roles, roles.toReversed(), [...roles, ...roles]])
      expect(
        (await api.admin.put(`/api/users/${user.id}`, await edited(user, { roles: order.join(',') }))).status,
      ).toBe(200);
    expect(await works(user)).toBe(true);
  });
});

describe('the user’s own account', () => {
  it('is returned with the number of records entered', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const child = await createRecord(user, 'nino');
    await createRecord(user, 'mujer');
    await createRecord(user, 'control', {}, child._id);
    await createRecord(api.admin, 'control', {}, child._id);
    const { status, body, text } = await user.get('/api/perfil');
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: user.id, nombre: 'Rosa', cedula: user.cedula, email: user.email });
    expect(body.roles).toEqual([{ _id: await api.roleId('ROLE_BRIGADA'), name: 'ROLE_BRIGADA' }]);
    expect(body.registros).toMatchObject({ mujeres: 1, ninos: 1, total: 3 });
    expect(text).not.toMatch(/password|argon/i);
  });

  it('is open to a usuario, and not without a session', async () => {
    const usuario = await api.user('ROLE_USUARIO');
    expect((await usuario.get('/api/perfil')).status).toBe(200);
    expect((await api.anonymous.get('/api/perfil')).status).toBe(401);
    expect((await api.anonymous.put('/api/perfil/password', { actual: 'x', nueva: 'y' })).status).toBe(401);
  });

  it('after a change of the password accepts the returned token and no earlier one', async () => {
    const user = await api.user('ROLE_USUARIO');
    const answer = await user.put('/api/perfil/password', { actual: user.password, nueva: 'Distinta123' });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringMatching(/\.$/) } });
    expect(await works(user)).toBe(false);
    expect((await api.client(answer.body.accessToken).get('/api/perfil')).status).toBe(200);
    const status = async (password: string) =>
      (await api.anonymous.post(SIGNIN, { cedula: user.cedula, password })).status;
    expect([await status(user.password), await status('Distinta123')]).toEqual([401, 200]);
  });

  it('keeps its password without the current one or with a weak new one', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const change = (actual: unknown, nueva: unknown) => user.put('/api/perfil/password', { actual, nueva });
    expect(await change('Equivocada1', 'Distinta123')).toMatchObject({
      status: 400,
      body: { message: [{ msg: 'La contraseña actual no es correcta', path: 'actual' }] },
    });
    expect(await change(user.password, 'corta')).toMatchObject({ status: 400, body: { message: [{ path: 'nueva' }] } });
    expect((await change('', '')).body.message.map(({ path }: { path: string }) => path)).toEqual(['actual', 'nueva']);
    expect((await change(undefined, undefined)).body.message).toHaveLength(2);
    expect(await works(user)).toBe(true);
  });

  it('limits guesses of the current password', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const statuses = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await user.put('/api/perfil/password', { actual: `Mal${i}aaaa`, nueva: 'Distinta123' })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});
