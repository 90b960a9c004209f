import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, newCedula, newUser } from '../support/factories.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const WRONG = { status: 401, body: { code: 'credentials', message: 'Cédula o contraseña incorrecta.' } };
const NO_SESSION = {
  status: 401,
  body: { code: 'unauthenticated', message: 'Tu sesión no es válida o ha terminado. Inicia sesión de nuevo.' },
};
const SIGNIN = '/api/auth/signin';
const SIGNUP = '/api/auth/signup';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('self-registration', () => {
  // proves 1.13, 6.12, 7.7
  it('gives the role usuario whatever role is sent, and no session', async () => {
    const admin = await api.roleId('ROLE_ADMINISTRADOR');
    const foreign = { roles: [admin], rol: admin, activo: false, sessionEpoch: 9, fechaRegistro: '2001-01-01' };
    const answer = await api.anonymous.post(SIGNUP, { ...newUser({ email: 'Nueva@Salud.gob.ec' }), ...foreign });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ email: 'nueva@salud.gob.ec', roles: [{ name: 'ROLE_USUARIO' }] });
    expect(answer.body.message).toMatch(/\.$/);
    expect(answer.body).not.toHaveProperty('accessToken');
    expect(answer.text).not.toMatch(/password|argon|Segura123|epoch/i);
    expect(answer.body.fechaRegistro > '2020').toBe(true);
  });

  it('names every problem at once', async () => {
    for (const body of [{}, { nombre: 'A1', apellido: '', cedula: '123', email: 'x', password: 'corta' }]) {
      const answer = await api.anonymous.post(SIGNUP, body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toEqual([
        { msg: 'Nombre requerido y no debe contener números', path: 'nombre' },
        { msg: 'Apellido requerido y no debe contener números', path: 'apellido' },
        { msg: 'Cédula requerida y debe tener una longitud de 10 dígitos númericos', path: 'cedula' },
        { msg: 'Formato de correo inválido', path: 'email' },
        {
          msg: 'Contraseña debe tener mínimo 8 dígitos,al menos una letra minúscula,una letra mayúscula y un número',
          path: 'password',
        },
      ]);
    }
  });

  it('refuses a cedula and an e-mail already in use, both in one answer', async () => {
    const body = newUser();
    expect((await api.anonymous.post(SIGNUP, body)).status).toBe(201);
    expect(await api.anonymous.post(SIGNUP, { ...body, email: body.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: {
        message: [
          { msg: 'Ya existe un usuario registrado con esta cédula', path: 'cedula' },
          { msg: 'Ya existe un usuario registrado con este correo', path: 'email' },
        ],
      },
    });
  });

  it('of one cedula three times at once succeeds once', async () => {
    const body = newUser();
    const answers = await Promise.all([1, 2, 3].map(() => api.anonymous.post(SIGNUP, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('signing in', () => {
  // proves 7.5
  it('answers the user with role names and a token', async () => {
    const { id, cedula, email, password } = await api.user('ROLE_BRIGADA', 'ROLE_SUPERVISOR');
    const answer = await api.anonymous.post(SIGNIN, { cedula: ` ${cedula} `, password });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      _id: id,
      nombre: 'Rosa',
      apellido: 'Yuquilema',
      cedula,
      email,
      roles: ['ROLE_BRIGADA', 'ROLE_SUPERVISOR'],
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      message: expect.any(String),
    });
  });

  // proves 7.3
  it('the token works in either header and expires after twelve hours', async () => {
    const { cedula, password } = await api.user('ROLE_BRIGADA');
    const { accessToken } = (await api.anonymous.post(SIGNIN, { cedula, password })).body;
    for (const headers of [
      { 'x-access-token': accessToken },
      { authorization: `Bearer ${accessToken}` },
      { authorization: `bearer ${accessToken}` },
    ])
      expect((await api.anonymous.send({ method: 'GET', url: '/api/mujer', headers })).status).toBe(200);
    const { iat, exp } = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString());
    expect(exp - iat).toBe(12 * 3600);
  });

  it('names the missing fields', async () => {
    for (const body of [
      {},
      { cedula: '', password: '' },
      { cedula: null, password: null },
      { cedula: 5, password: [] },
    ])
      expect(await api.anonymous.post(SIGNIN, body)).toMatchObject({
        status: 400,
        body: {
          message: [
            { msg: 'Cédula es requerida!', path: 'cedula' },
            { msg: 'Contraseña is requerida', path: 'password' },
          ],
        },
      });
  });

  it('answers the same for an unknown cedula, a wrong password and a deleted user', async () => {
    const { id, cedula, password } = await api.user('ROLE_BRIGADA');
    const answers = [
      await api.anonymous.post(SIGNIN, { cedula: newCedula(), password }),
      await api.anonymous.post(SIGNIN, { cedula: "' or '1'='1", password }),
      await api.anonymous.post(SIGNIN, { cedula, password: 'Equivocada1' }),
      await api.anonymous.post(SIGNIN, { cedula, password: password.toLowerCase() }),
      await api.anonymous.post(SIGNIN, { cedula, password: ` ${password}` }),
    ];
    await api.admin.delete(`/api/users/${id}`);
    answers.push(await api.anonymous.post(SIGNIN, { cedula, password }));
    for (const answer of answers) expect({ status: answer.status, body: answer.body }).toEqual(WRONG);
  });
});

describe('a forged token', () => {
  const encode = (part: Body) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const sign = (header: Body, payload: Body, secret: string) => {
    const unsigned = `${encode(header)}.${encode(payload)}`;
    const hash = header.alg === 'HS512' ? 'sha512' : 'sha256';
    return `${unsigned}.${createHmac(hash, secret).update(unsigned).digest('base64url')}`;
  };
  const now = Math.floor(Date.now() / 1000);
  const hs256 = { alg: 'HS256', typ: 'JWT' };
  let user: TestUser;
  let payload: Body;

  beforeAll(async () => {
    user = await api.user('ROLE_BRIGADA');
    const own = user.token?.split('.')[1] ?? '';
    payload = JSON.parse(Buffer.from(own, 'base64url').toString());
  });

  it('an equal token signed with our secret is accepted', async () => {
    expect((await api.client(sign(hs256, payload, SECRET)).get('/api/mujer')).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['text', () => 'x'],
    ['another secret', () => sign(hs256, payload, 'another secret, long enough too')],
    ['no algorithm', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`],
    ['another algorithm', () => sign({ alg: 'HS512', typ: 'JWT' }, payload, SECRET)],
    ['expired', () => sign(hs256, { ...payload, iat: now - 7200, exp: now - 1 }, SECRET)],
    [
      'changed payload',
      () => sign(hs256, payload, SECRET).replace(/\.[^.]+\./, `.${encode({ ...payload, sub: api.admin.id })}.`),
    ],
    ['another session', () => sign(hs256, { ...payload, sid: crypto.randomUUID() }, SECRET)],
    ['a session of another user', () => sign(hs256, { ...payload, sub: api.admin.id }, SECRET)],
    ['an unknown user', () => sign(hs256, { ...payload, sub: crypto.randomUUID() }, SECRET)],
    ['no subject', () => sign(hs256, { iat: now, exp: now + 60 }, SECRET)],
    ['a strange subject', () => sign(hs256, { ...payload, sub: 'x', sid: 'y' }, SECRET)],
    ['a strange generation', () => sign(hs256, { ...payload, gen: 'x' }, SECRET)],
    ['no session', () => sign(hs256, { sub: user.id, iat: now, exp: now + 60 }, SECRET)],
    ['NUL bytes', () => sign(hs256, { ...payload, sub: '\u0000' }, SECRET)],
  ])('is refused: %s', async (_what, token) => {
    for (const headers of [{ 'x-access-token': token() }, { authorization: `Bearer ${token()}` }]) {
      const answer = await api.anonymous.send({ method: 'GET', url: '/api/mujer', headers });
      expect({ status: answer.status, body: answer.body }).toEqual(NO_SESSION);
    }
  });
});
