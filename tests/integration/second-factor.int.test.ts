import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { recoveryCode, secondFactor, usuario } from '#server/db/schema.ts';
import { createSessionRepository } from '#server/modules/auth/session-repository.ts';
import { buildApp } from '#server/start/app.ts';
import { stoppedClock } from '../support/clock.ts';
import { newAddress } from '../support/new-address.ts';
import { secondSteps } from '../support/second-steps.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const SIGNIN = '/api/auth/signin';
const SECOND_FACTOR = { status: 401, body: { code: 'secondFactor' } };

const clock = stoppedClock();
let api: TestApi;
let steps: Awaited<ReturnType<typeof secondSteps>>;
beforeAll(async () => {
  api = await startTestApi({ now: clock.now });
  steps = await secondSteps(api, clock);
});
afterAll(() => api.close());

type Steps = typeof steps;
const signIn: Steps['signIn'] = (...given) => steps.signIn(...given);
const code: Steps['code'] = (...given) => steps.code(...given);
const confirm: Steps['confirm'] = (...given) => steps.confirm(...given);
const nextStep = () => steps.nextStep();
const enrolled = () => steps.enrolled();
const entriesAbout: Steps['entriesAbout'] = (...given) => steps.entriesAbout(...given);

describe('a code', () => {
  it('is valid one step before and after, but not two', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [-1, 200],
      [2, 401],
      [1, 200],
    ] as const) {
      const { user, secret } = await enrolled();
      nextStep();
      nextStep();
      expect((await signIn(user, code(secret, steps))).status, `${steps}`).toBe(status);
    }
  });

  it('is never accepted twice, nor an earlier one after it', async () => {
    const { user, secret } = await enrolled();
    nextStep();
    expect((await signIn(user, code(secret))).status).toBe(200);
    for (const used of [code(secret), code(secret, -1)]) expect(await signIn(user, used)).toMatchObject(SECOND_FACTOR);
    nextStep();
    expect((await signIn(user, code(secret))).status).toBe(200);
  });

  it('used by simultaneous sign-ins succeeds once', async () => {
    const { user, secret, codes } = await enrolled();
    for (const same of [code(secret), codes[0]]) {
      const answers = await Promise.all([1, 2, 3].map(() => signIn(user, same)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    }
  });

  it.each(['', '12345', '1234567', 'abcdef', "' or 1=1", '٠١٢٣٤٥', 'ABCDE-FGHJK', '００００００'])(
    'in a wrong format is refused: %s',
    async (codigo) => {
      const { user } = await enrolled();
      expect(await signIn(user, codigo)).toMatchObject(SECOND_FACTOR);
    },
  );

  it.each([5, {}, [], 'x'.repeat(5000)])('of a wrong type is refused as a field: %j', async (codigo) => {
    const user = await api.user('ROLE_BRIGADA');
    const answer = await api.anonymous.post(SIGNIN, { cedula: user.cedula, password: user.password, codigo });
    expect(answer).toMatchObject({ status: 400, body: { message: [{ path: 'codigo' }] } });
  });

  it('of another user is refused', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    expect(await signIn(one.user, code(other.secret))).toMatchObject(SECOND_FACTOR);
    expect(await signIn(one.user, other.codes[0])).toMatchObject(SECOND_FACTOR);
  });

  it('that is wrong counts as a wrong password, and the right password does not reset the count', async () => {
    const { user, secret } = await enrolled();
    const address = newAddress();
    const statuses = [];
    for (let i = 0; i < 11; i += 1) {
      expect([401, 429]).toContain((await signIn(user, undefined, address)).status);
      statuses.push((await signIn(user, '000000', address)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await signIn(user, code(secret), address)).status).toBe(429);
    expect((await signIn(user, code(secret))).status).toBe(200);
  });

  it('is recorded in the journal: wrong as a refusal, right with its kind', async () => {
    const { user, secret, codes } = await enrolled();
    await signIn(user, '000000');
    const [refused] = await entriesAbout(user.id, 'sesion');
    expect(refused).toMatchObject({ action: 'rechazar', after: { segundoFactor: 'código equivocado' } });
    for (const [codigo, by] of [
      [code(secret), 'código'],
      [codes[3], 'código de recuperación'],
    ] as const) {
      const { body } = await signIn(user, codigo);
      const { sid } = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString());
      expect(await entriesAbout(sid, 'sesion')).toMatchObject([
        { action: 'entrar', actor: user.id, after: { segundoFactor: by } },
      ]);
    }
  });
});

it('a second step of a password that was changed meanwhile stores and consumes nothing', async () => {
  const { id } = await api.user('ROLE_BRIGADA');
  const sessions = createSessionRepository(api.database.db);
  const account = await api.database.db.select().from(usuario).where(eq(usuario._id, id));
  const epoch = account[0]?.sessionEpoch ?? 0;
  const origin = { address: '192.0.2.1', device: null } as never;
  let isUsed = false;
  const way = {
    after: {},
    use: async (inside: Db) => {
      await inside.update(usuario).set({ nombre: 'OTRA' }).where(eq(usuario._id, id));
      isUsed = true;
    },
  };
  const opening = sessions.open({ id, epoch: epoch - 1 }, origin, way);
  await expect(opening).rejects.toMatchObject({ code: 'credentials' });
  const [after] = await api.database.db.select().from(usuario).where(eq(usuario._id, id));
  expect([isUsed, after?.nombre]).toEqual([false, account[0]?.nombre]);
});

describe('a recovery code', () => {
  it('signs in once, in any spelling', async () => {
    const { user, codes } = await enrolled();
    const [first = '', second = ''] = codes;
    expect((await signIn(user, ` ${first.toLowerCase().replace('-', ' ')} `)).status).toBe(200);
    expect(await signIn(user, first)).toMatchObject(SECOND_FACTOR);
    expect((await signIn(user, second.replace('-', ''))).status).toBe(200);
    const { token } = await signIn(user, codes[2]).then(({ body }) => ({ token: body.accessToken }));
    expect((await api.client(token).get('/api/perfil/segundo-factor')).body).toEqual({
      exigido: true,
      activo: true,
      codigos: 7,
    });
  });

  it('is replaced with the others by the user who knows the current password', async () => {
    const { user, codes, token } = await enrolled();
    const own = api.client(token);
    const replace = (actual: string) => own.put('/api/perfil/segundo-factor/codigos', { actual });
    expect(await replace('Equivocada1')).toMatchObject({
      status: 400,
      body: { message: [{ msg: 'La contraseña actual no es correcta', path: 'actual' }] },
    });
    const answer = await replace(user.password);
    expect(answer.status).toBe(200);
    expect(new Set([...answer.body.codigos, ...codes]).size).toBe(20);
    expect(await signIn(user, codes[0])).toMatchObject(SECOND_FACTOR);
    expect((await signIn(user, answer.body.codigos[0])).status).toBe(200);
    const changes = (await entriesAbout(user.id)).filter(({ action }) => action === 'editar');
    expect(changes[0]).toMatchObject({ actor: user.id, after: { codigosRecuperacion: 'nuevos' } });
  });

  it('does not exist before the second factor is set up', async () => {
    const user = await api.user('ROLE_SUPERVISOR');
    const actual = user.password;
    expect((await user.put('/api/perfil/segundo-factor/codigos', { actual })).status).toBe(404);
    expect((await user.get('/api/perfil/segundo-factor')).body).toEqual({ exigido: false, activo: false, codigos: 0 });
  });
});

describe('a lost encryption secret', () => {
  it('is reported with advice, and recovery codes and a reset still work', async () => {
    const { user, secret, codes } = await enrolled();
    const other = await buildApp({ database: api.database, secret: 'another secret, long enough too', now: clock.now });
    const there = (codigo?: string) => signIn(user, codigo, newAddress(), other);
    for (const codigo of [undefined, code(secret)]) {
      const answer = await there(codigo);
      expect(answer).toMatchObject({ status: 401, body: { code: 'secondFactorLost' } });
      expect(answer.body.message).toMatch(/administrador/);
    }
    expect((await there(codes[0])).status).toBe(200);
    await api.admin.delete(`/api/users/${user.id}/segundo-factor`);
    expect((await there()).body.alta.secreto).not.toBe(secret);
    await other.close();
  });

  it('restarts a set-up that was not confirmed', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const { alta } = (await signIn(user)).body;
    const other = await buildApp({ database: api.database, secret: 'another secret, long enough too', now: clock.now });
    const answer = await confirm(user, alta, other);
    expect(answer.body.alta.secreto).not.toBe(alta.secreto);
    expect((await confirm(user, answer.body.alta, other)).status).toBe(200);
    await other.close();
  });

  it('a second factor copied from another user is refused', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    const { db } = api.database;
    const rows = await db.select().from(secondFactor);
    const stolen = rows.find(({ userId }) => userId === other.user.id)?.secret ?? '';
    const { eq } = await import('drizzle-orm');
    await db.update(secondFactor).set({ secret: stolen }).where(eq(secondFactor.userId, one.user.id));
    expect(await signIn(one.user, code(other.secret))).toMatchObject({ body: { code: 'secondFactorLost' } });
  });
});

describe('the roles with a second factor', () => {
  it('are listed with their setting', async () => {
    const { body } = await api.admin.get('/api/segundo-factor');
    expect(body).toEqual(
      ['ROLE_ADMINISTRADOR', 'ROLE_BRIGADA', 'ROLE_SUPERVISOR', 'ROLE_USUARIO'].map((name) => ({
        _id: expect.any(String),
        name,
        exigido: name === 'ROLE_BRIGADA',
      })),
    );
    expect((await api.admin.get('/api/roles')).body[0]).not.toHaveProperty('exigido');
  });

  it('end the sessions of all others when switched on, and none when switched off', async () => {
    const role = await api.roleId('ROLE_ADMINISTRADOR');
    const [other, supervisor] = [await api.user('ROLE_ADMINISTRADOR'), await api.user('ROLE_SUPERVISOR')];
    const on = await steps.demand(role, true);
    expect(on.body).toMatchObject({ _id: role, name: 'ROLE_ADMINISTRADOR', exigido: true });
    const statuses = async () =>
      Promise.all([api.admin, other, supervisor].map(async (client) => (await client.get('/api/perfil')).status));
    expect(await statuses()).toEqual([200, 401, 200]);
    const [entry, ...others] = await entriesAbout(role, 'rol');
    expect(entry).toMatchObject({
      action: 'editar',
      actor: api.admin.id,
      before: { rol: 'ROLE_ADMINISTRADOR', segundoFactor: false },
      after: { rol: 'ROLE_ADMINISTRADOR', segundoFactor: true },
    });
    expect(others).toEqual([]);
    expect((await signIn(other)).body.code).toBe('secondFactor');
    expect((await steps.demand(role, true)).status).toBe(200);
    expect(await entriesAbout(role, 'rol')).toHaveLength(1);
    expect((await steps.demand(role, false)).status).toBe(200);
    expect(await statuses()).toEqual([200, 401, 200]);
    expect((await signIn(other)).status).toBe(200);
  });

  it('require it if any role of the user does, and a set-up factor is valid again later', async () => {
    const user = await api.user('ROLE_SUPERVISOR', 'ROLE_BRIGADA');
    const { alta } = (await signIn(user)).body;
    const { secreto } = alta;
    expect((await confirm(user, alta)).status).toBe(200);
    nextStep();
    const setRoles = async (...names: ('ROLE_SUPERVISOR' | 'ROLE_BRIGADA')[]) => {
      const { body } = await api.admin.get(`/api/users/${user.id}`);
      const roles = (await Promise.all(names.map(api.roleId))).join(',');
      expect((await api.admin.put(`/api/users/${user.id}`, { ...body, roles })).status).toBe(200);
    };
    await setRoles('ROLE_SUPERVISOR');
    expect((await signIn(user)).status).toBe(200);
    expect((await signIn(user, '000000')).status).toBe(200);
    await setRoles('ROLE_BRIGADA');
    expect(await signIn(user)).toMatchObject(SECOND_FACTOR);
    expect((await signIn(user, code(secreto))).status).toBe(200);
  });

  it('are managed by administrators, and an unknown role answers 404', async () => {
    const user = await api.user('ROLE_SUPERVISOR');
    for (const answer of [
      await user.get('/api/segundo-factor'),
      await user.put(`/api/segundo-factor/${steps.brigadaRole}`, { exigido: false }),
      await user.delete(`/api/users/${api.admin.id}/segundo-factor`),
      await user.get(`/api/users/${api.admin.id}/segundo-factor`),
    ])
      expect(answer.status).toBe(403);
    expect((await steps.demand(crypto.randomUUID(), true)).status).toBe(404);
    expect((await steps.demand('x', true)).status).toBe(404);
    expect((await api.admin.put(`/api/segundo-factor/${steps.brigadaRole}`, {})).status).toBe(400);
  });
});

describe('a reset by an administrator', () => {
  it('ends the sessions, is recorded, and makes the next sign-in set it up again', async () => {
    const { user, secret, codes, token } = await enrolled();
    const path = `/api/users/${user.id}/segundo-factor`;
    expect((await api.admin.get(path)).body).toEqual({ exigido: true, activo: true, codigos: 10 });
    expect((await api.admin.delete(path)).status).toBe(200);
    expect((await api.client(token).get('/api/perfil')).status).toBe(401);
    expect((await api.admin.get(path)).body).toEqual({ exigido: true, activo: false, codigos: 0 });
    const [entry] = await entriesAbout(user.id);
    expect(entry).toMatchObject({
      action: 'editar',
      actor: api.admin.id,
      before: { segundoFactor: 'activo' },
      after: { segundoFactor: 'restablecido' },
    });
    expect((await api.admin.delete(path)).status).toBe(404);
    for (const old of [code(secret), codes[0]]) {
      const answer = await signIn(user, old);
      expect(answer).toMatchObject(SECOND_FACTOR);
      expect(answer.body.alta.secreto).not.toBe(secret);
    }
  });

  it('of an unknown user answers 404, and a deleted user leaves no second factor', async () => {
    expect((await api.admin.delete(`/api/users/${crypto.randomUUID()}/segundo-factor`)).status).toBe(404);
    const { user } = await enrolled();
    await api.admin.delete(`/api/users/${user.id}`);
    expect((await api.admin.get(`/api/users/${user.id}/segundo-factor`)).status).toBe(404);
    const { db } = api.database;
    const left = [...(await db.select().from(secondFactor)), ...(await db.select().from(recoveryCode))];
    expect(left.filter(({ userId }) => userId === user.id)).toEqual([]);
  });
});
