import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usuario } from '#server/db/schema.ts';
import { type Body, createRecord, newUser } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const LAST = {
  status: 409,
  body: { code: 'lastAdministrator', message: 'Debe quedar al menos un administrador en el sistema.' },
};
const BAD_ROLES = {
  status: 400,
  body: { code: 'invalid', message: [{ msg: 'Selecciona al menos un rol válido', path: 'roles' }] },
};

let api: TestApi;
let brigadaId: string;
let adminId: string;
beforeAll(async () => {
  api = await startTestApi();
  brigadaId = await api.roleId('ROLE_BRIGADA');
  adminId = await api.roleId('ROLE_ADMINISTRADOR');
});
afterAll(() => api.close());

const add = (change: Body = {}) => api.admin.post('/api/users', { ...newUser(), roles: brigadaId, ...change });
const edit = (id: string, change: Body = {}, client: TestUser = api.admin) =>
  client.put(`/api/users/${id}`, { ...newUser({ password: '' }), roles: brigadaId, ...change });
const list = async (query: Record<string, string> = {}) => (await api.admin.get('/api/users', query)).body as Body[];

// proves 3.10, 7.13
it('there are exactly four roles', async () => {
  const { body } = await api.admin.get('/api/roles');
  const names = ['ROLE_ADMINISTRADOR', 'ROLE_BRIGADA', 'ROLE_SUPERVISOR', 'ROLE_USUARIO'];
  expect(body.map(({ name }: Body) => name).sort()).toEqual(names);
  for (const role of body) expect(Object.keys(role).sort()).toEqual(['_id', 'name']);
});

describe('adding a user', () => {
  // proves 3.1-3.7, 7.9
  it('returns the user with its roles as objects and lists it first', async () => {
    const { password: _, ...identity } = newUser();
    const answer = await api.admin.post('/api/users', { ...identity, password: 'Segura123', roles: brigadaId });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      ...identity,
      roles: [{ _id: brigadaId, name: 'ROLE_BRIGADA' }],
      fechaRegistro: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      message: 'El usuario ha sido agregado correctamente.',
    });
    const { message, ...row } = answer.body;
    expect((await list())[0]).toEqual(row);
    expect((await api.admin.get(`/api/users/${row._id}`)).body).toEqual(row);
  });

  // proves 5.21, 7.10
  it.each<[string, () => unknown]>([
    ['comma-joined', () => `${brigadaId},${adminId}`],
    ['with spaces', () => ` ${adminId} , ${brigadaId} `],
    ['an array', () => [brigadaId, adminId]],
    ['repeated', () => [brigadaId, adminId, brigadaId]],
  ])('accepts roles %s', async (_how, roles) => {
    const { body } = await add({ roles: roles() });
    expect(body.roles.map(({ name }: Body) => name).sort()).toEqual(['ROLE_ADMINISTRADOR', 'ROLE_BRIGADA']);
    await api.admin.delete(`/api/users/${body._id}`);
  });

  it('requires existing roles', async () => {
    for (const roles of [undefined, null, '', ' , ', [], 'x', crypto.randomUUID(), 'ROLE_BRIGADA', 5, {}])
      expect(await add({ roles }), JSON.stringify(roles)).toMatchObject(BAD_ROLES);
    expect(await add({ roles: `${brigadaId},x` })).toMatchObject(BAD_ROLES);
  });

  // proves 5.18
  it('names every problem at once, by the rules of registration', async () => {
    const { status, body } = await api.admin.post('/api/users', { nombre: 'A1' });
    expect(status).toBe(400);
    const paths = body.message.map(({ path }: Body) => path);
    expect(paths).toEqual(['nombre', 'apellido', 'cedula', 'email', 'password', 'roles']);
  });

  it('refuses a cedula and an e-mail already in use, both in one answer', async () => {
    const { body: first } = await add();
    const answer = await add({ cedula: first.cedula, email: first.email.toUpperCase() });
    expect([answer.status, answer.body.message.map(({ path }: Body) => path)]).toEqual([409, ['cedula', 'email']]);
  });

  it('sent again with its id gets the first answer, and other content a conflict', async () => {
    const body = { ...newUser(), roles: brigadaId, _id: crypto.randomUUID() };
    const first = await api.admin.post('/api/users', body);
    expect(await api.admin.post('/api/users', body)).toMatchObject({ status: 201, body: first.body });
    expect((await api.admin.post('/api/users', { ...body, nombre: 'Otra' })).status).toBe(409);
    expect((await api.admin.post('/api/users', { ...body, password: 'Distinta123' })).status).toBe(409);
    await api.admin.delete(`/api/users/${body._id}`);
    expect((await api.admin.post('/api/users', body)).status).toBe(409);
  });
});

describe('editing a user', () => {
  // proves 7.11
  it('replaces the editable fields and keeps the rest', async () => {
    const { body: user } = await add();
    const answer = await edit(user._id, { nombre: 'Otra', fechaRegistro: '2001-01-01', _id: crypto.randomUUID() });
    expect(answer).toMatchObject({ status: 200, body: { _id: user._id, nombre: 'Otra', version: 2 } });
    expect(answer.body.fechaRegistro).toBe(user.fechaRegistro);
    expect(answer.body.message).toBe('El usuario ha sido actualizado correctamente.');
    // An empty password keeps the current one.
    const { cedula } = answer.body;
    expect((await api.anonymous.post('/api/auth/signin', { cedula, password: 'Segura123' })).status).toBe(200);
  });

  it('accepts the user’s own cedula and e-mail and refuses those of another', async () => {
    const { body: one } = await add();
    const { body: two } = await add();
    expect((await edit(two._id, { cedula: two.cedula, email: two.email })).status).toBe(200);
    const answer = await edit(two._id, { cedula: one.cedula, email: one.email });
    expect([answer.status, answer.body.message.map(({ path }: Body) => path)]).toEqual([409, ['cedula', 'email']]);
  });

  // proves 2.50
  it('validates by the same rules, all at once', async () => {
    const { body: user } = await add();
    const { status, body } = await api.admin.put(`/api/users/${user._id}`, { password: 'corta' });
    expect(status).toBe(400);
    const paths = body.message.map(({ path }: Body) => path);
    expect(paths).toEqual(['nombre', 'apellido', 'cedula', 'email', 'password', 'roles']);
    for (const roles of ['', [], 'x', crypto.randomUUID()])
      expect(await edit(user._id, { roles })).toMatchObject(BAD_ROLES);
    const wrong = await edit(user._id, { nombre: '1', roles: `${brigadaId},x` });
    expect(wrong.body.message.map(({ path }: Body) => path)).toEqual(['nombre', 'roles']);
    expect((await edit(user._id, { roles: brigadaId.toUpperCase() })).body.roles).toEqual(user.roles);
  });

  it('of an outdated version is a conflict that returns the current row', async () => {
    const { body: user } = await add();
    await edit(user._id, { nombre: 'Primera', version: 1 });
    expect(await edit(user._id, { nombre: 'Segunda', version: 1 })).toMatchObject({
      status: 409,
      body: { _id: user._id, nombre: 'Primera', version: 2, message: expect.any(String) },
    });
    expect((await api.admin.get(`/api/users/${user._id}`)).body.nombre).toBe('Primera');
  });

  it('with an unknown, malformed or deleted id answers 404', async () => {
    const { body: user } = await add();
    await api.admin.delete(`/api/users/${user._id}`);
    for (const id of [crypto.randomUUID(), 'x', user._id])
      for (const answer of [
        await api.admin.get(`/api/users/${id}`),
        await edit(id),
        await api.admin.delete(`/api/users/${id}`),
      ])
        expect(answer.status, id).toBe(404);
  });
});

describe('deleting a user', () => {
  // proves 7.12
  it('removes it from the list, frees its cedula and e-mail, and keeps its name on its records', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const child = await createRecord(user, 'nino');
    expect(await api.admin.delete(`/api/users/${user.id}`)).toMatchObject({
      status: 200,
      body: { message: 'El usuario ha sido eliminado correctamente.' },
    });
    expect((await list()).some(({ _id }) => _id === user.id)).toBe(false);
    const creator = { _id: user.id, nombre: 'Rosa', apellido: 'Yuquilema', cedula: user.cedula };
    expect((await api.admin.get(`/api/nino/${child._id}`)).body.createdBy).toEqual(creator);
    const { db } = api.database;
    const kept = await db.select({ hash: usuario.passwordHash }).from(usuario).where(eq(usuario._id, user.id));
    expect(kept).toEqual([{ hash: '' }]);
    const again = await add({ cedula: user.cedula, email: user.email });
    expect(again.status).toBe(201);
    expect(again.body._id).not.toBe(user.id);
  });

  it('is refused for one’s own account', async () => {
    const other = await api.user('ROLE_ADMINISTRADOR');
    expect(await other.delete(`/api/users/${other.id}`)).toMatchObject({
      status: 409,
      body: { code: 'ownAccount', message: 'No puedes eliminar tu propio usuario.' },
    });
    expect((await api.admin.delete(`/api/users/${other.id}`)).status).toBe(200);
  });
});

describe('the list of users', () => {
  // proves 2.33, 7.8
  it('has every active user, including the caller, newest first, and the total in X-Total-Count', async () => {
    const answer = await api.admin.get('/api/users');
    const instants = answer.body.map(({ fechaRegistro }: Body) => fechaRegistro);
    expect(instants).toEqual(instants.toSorted().reverse());
    expect(answer.body.some(({ _id }: Body) => _id === api.admin.id)).toBe(true);
    expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length);
    const page = await api.admin.get('/api/users', { limit: '2', offset: '1' });
    expect(page.body).toEqual(answer.body.slice(1, 3));
    expect(page.headers['x-total-count']).toBe(answer.headers['x-total-count']);
  });

  it('can be searched and sorted', async () => {
    const { body: user } = await add({ nombre: 'Íngrid', apellido: 'Ñúñez' });
    expect((await list({ q: 'nunez ingrid' })).map(({ _id }) => _id)).toEqual([user._id]);
    const names = (await list({ sort: 'cedula' })).map(({ cedula }) => cedula);
    expect(names).toEqual(names.toSorted());
    expect((await api.admin.get('/api/users', { sort: 'passwordHash' })).status).toBe(400);
  });

  it('can be filtered by role and exclude one user, with the matching total', async () => {
    const usuarioId = await api.roleId('ROLE_USUARIO');
    const { body: waiting } = await add({ nombre: 'Espera', roles: usuarioId });
    const { body: working } = await add({ nombre: 'Trabaja', roles: `${usuarioId},${brigadaId}` });
    const ids = async (query: Record<string, string>) => {
      const { body, headers, status } = await api.admin.get('/api/users', query);
      expect([status, headers['x-total-count']]).toEqual([200, String(body.length)]);
      return body.map(({ _id }: Body) => _id) as string[];
    };
    const everybody = await ids({});
    const byRole = async (name: string) =>
      (await list()).filter(({ roles }) => roles.some((role: Body) => role.name === name)).map(({ _id }) => _id);
    for (const rol of ['ROLE_BRIGADA', 'ROLE_SUPERVISOR', 'ROLE_ADMINISTRADOR'])
      expect(await ids({ rol }), rol).toEqual(await byRole(rol));
    // A user with another role does not wait for verification.
    const onlyUsuario = await ids({ rol: 'ROLE_USUARIO' });
    expect(onlyUsuario).toContain(waiting._id);
    expect(onlyUsuario).not.toContain(working._id);
    expect(await ids({ rol: 'ROLE_USUARIO', q: 'trabaja' })).toEqual([]);
    expect(await ids({ sin: api.admin.id })).toEqual(everybody.filter((id) => id !== api.admin.id));
    expect(await ids({ sin: waiting._id.toUpperCase(), rol: 'ROLE_USUARIO' })).toEqual(
      onlyUsuario.filter((id) => id !== waiting._id),
    );
    expect(await ids({ rol: '', sin: '' })).toEqual(everybody);
    const page = await api.admin.get('/api/users', { sin: api.admin.id, limit: '1' });
    expect([page.body.length, page.headers['x-total-count']]).toEqual([1, String(everybody.length - 1)]);
  });

  it.each([
    ['rol', 'ROLE_X'],
    ['rol', 'brigada'],
    ['sin', 'x'],
    ['sin', "'; drop table usuario; --"],
  ])('a wrong %s is refused: %s', async (name, value) => {
    const { status, body } = await api.admin.get('/api/users', { [name]: value });
    expect([status, body.message]).toEqual([400, [{ msg: expect.any(String), path: name }]]);
  });

  // proves 3.8
  it('no answer ever contains a password or its hash', async () => {
    const { body: user } = await add({ password: 'Secreta12345' });
    const answers = [
      await api.admin.get('/api/users'),
      await api.admin.get(`/api/users/${user._id}`),
      await edit(user._id, { password: 'Secreta12345' }),
      await add({ password: 'Secreta12345', cedula: user.cedula }),
      await api.anonymous.post('/api/auth/signin', { cedula: user.cedula, password: 'Secreta12345' }),
      await edit(user._id, { password: 'Secreta' }),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/Secreta|argon2|"password":|hash|epoch/i);
  });
});

/** A separate database, because no other administrator may exist. */
describe('the last administrator', () => {
  let own: TestApi;
  beforeAll(async () => {
    own = await startTestApi();
  });
  afterAll(() => own.close());

  it('cannot be demoted, alone or together with another', async () => {
    const role = await own.roleId('ROLE_BRIGADA');
    const both = `${role},${await own.roleId('ROLE_ADMINISTRADOR')}`;
    const change = { ...newUser({ password: '' }), roles: role };
    expect(await own.admin.put(`/api/users/${own.admin.id}`, change)).toMatchObject(LAST);
    const { body } = await own.admin.get(`/api/users/${own.admin.id}`);
    expect(body).toMatchObject({ cedula: own.admin.cedula, roles: [{ name: 'ROLE_ADMINISTRADOR' }] });
    const keeps = { ...newUser({ password: '' }), cedula: own.admin.cedula, email: own.admin.email };
    expect((await own.admin.put(`/api/users/${own.admin.id}`, { ...keeps, roles: both })).status).toBe(200);
  });

  it('remains one when two demote or delete each other simultaneously', async () => {
    own = Object.assign(own, { admin: await reset(own) });
    for (const act of ['put', 'delete'] as const) {
      const other = await own.user('ROLE_ADMINISTRADOR');
      const role = await own.roleId('ROLE_BRIGADA');
      const demote = (by: TestUser, user: TestUser) =>
        act === 'delete'
          ? by.delete(`/api/users/${user.id}`)
          : by.put(`/api/users/${user.id}`, { ...newUser({ password: '' }), roles: role });
      const answers = await Promise.all([demote(own.admin, other), demote(other, own.admin)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect([401, 409]).toContain(statuses.find((status) => status !== 200));
      own = Object.assign(own, { admin: await survivor(own, [own.admin, other]) });
    }
  });

  async function reset(test: TestApi): Promise<TestUser> {
    const { cedula, password } = test.admin;
    const { body } = await test.anonymous.post('/api/auth/signin', { cedula, password });
    return Object.assign(test.client(body.accessToken), { ...test.admin, token: body.accessToken });
  }

  async function survivor(test: TestApi, users: TestUser[]): Promise<TestUser> {
    const alive = [];
    for (const user of users) if ((await user.get('/api/users')).status === 200) alive.push(user);
    expect(alive).toHaveLength(1);
    return alive[0] ?? test.admin;
  }
});
