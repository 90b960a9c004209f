import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Body, newUser } from '../support/factories.ts';
import { recordedLog } from '../support/log-sink.ts';
import { newAddress } from '../support/new-address.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const MSG = 'Contraseña demasiado fácil de adivinar';
const SIGNUP = '/api/auth/signup';
const refused = (...message: { msg: string; path: string }[]) => ({ status: 400, body: { code: 'invalid', message } });
const EASY = refused({ msg: MSG, path: 'password' });

/** Easy passwords for Rosa Yuquilema that meet the specified rule. */
const easyOnes = (cedula: string): [string, string][] => [
  ['a common one', 'Password1'],
  ['one with the name', 'miROSA2026x'],
  ['one with the surname', 'Yuquílema1'],
  ['one with the cedula', `Ab${cedula}`],
];

let strict: TestApi;
let roles: string;
const { logger, lines } = recordedLog();
beforeAll(async () => {
  strict = await startTestApi({ passwords: 'strict', logger });
  roles = await strict.roleId('ROLE_BRIGADA');
});
afterAll(() => strict.close());

const stranger = () => strict.client(undefined, newAddress());
const enters = async (cedula: string, password: string) =>
  (await stranger().post('/api/auth/signin', { cedula, password })).status === 200;

describe('with strict passwords', () => {
  it.each(['signup', 'creation'])('a %s refuses an easy password and accepts another', async (way) => {
    const body = newUser();
    const send = (password: string) =>
      way === 'signup'
        ? stranger().post(SIGNUP, { ...body, password })
        : strict.admin.post('/api/users', { ...body, password, roles });
    for (const [what, password] of easyOnes(body.cedula))
      expect([what, await send(password)]).toEqual([what, expect.objectContaining(EASY)]);
    expect((await send('Tres montes azules 7')).status).toBe(201);
    expect(await enters(body.cedula, 'Tres montes azules 7')).toBe(true);
  });

  it('report an easy password together with all other problems', async () => {
    const wrong = { nombre: 'R0sa', email: 'nadie', password: 'Yuquilema1' };
    const others = [
      { msg: 'Nombre requerido y no debe contener números', path: 'nombre' },
      { msg: 'Formato de correo inválido', path: 'email' },
    ];
    const easy = { msg: MSG, path: 'password' };
    expect(await stranger().post(SIGNUP, newUser(wrong))).toMatchObject(refused(...others, easy));
    const withoutRole = { msg: 'Selecciona al menos un rol válido', path: 'roles' };
    expect(await strict.admin.post('/api/users', newUser(wrong))).toMatchObject(refused(...others, withoutRole, easy));
  });

  it.each<[string, Body]>([
    ['weak', { password: 'yuquilema' }],
    ['no text', { password: 7 }],
    ['absent', { password: undefined }],
  ])('a password that is %s is refused for that alone', async (_what, change) => {
    const { message } = (await stranger().post(SIGNUP, newUser(change))).body;
    expect(message).toEqual([{ msg: expect.stringMatching(/^Contraseña debe tener/), path: 'password' }]);
  });

  it.each([{}, { nombre: 7, apellido: null, cedula: {}, password: 'Segura123' }])(
    'an invalid account is refused as always: %j',
    async (body) => expect((await stranger().post(SIGNUP, body)).status).toBe(400),
  );

  it('an edit refuses a password with the new name, and needs no password', async () => {
    const body = newUser();
    const { _id } = (await strict.admin.post('/api/users', { ...body, password: 'Tres montes azules 7', roles })).body;
    const edit = (change: Body) => strict.admin.put(`/api/users/${_id}`, { ...body, password: '', roles, ...change });
    for (const [, password] of easyOnes(body.cedula)) expect(await edit({ password })).toMatchObject(EASY);
    expect(await edit({ apellido: 'Chicaiza', password: 'Chicaiza26' })).toMatchObject(EASY);
    expect(await enters(body.cedula, 'Tres montes azules 7')).toBe(true);
    expect((await edit({})).status).toBe(200);
    expect((await edit({ password: 'Siete volcanes 9' })).status).toBe(200);
    expect(await enters(body.cedula, 'Siete volcanes 9')).toBe(true);
  });

  describe('the user’s own new password', () => {
    let user: TestUser;
    beforeEach(async () => {
      user = await strict.user('ROLE_BRIGADA');
    });
    const change = (nueva: string, actual = user.password) => user.put('/api/perfil/password', { actual, nueva });
    const easy = { msg: MSG, path: 'nueva' };

    it('may not contain the stored name or cedula or be a common one', async () => {
      for (const [what, password] of easyOnes(user.cedula))
        expect([what, await change(password)]).toEqual([what, expect.objectContaining(refused(easy))]);
      expect(await enters(user.cedula, user.password)).toBe(true);
      expect((await change('Tres montes azules 7')).status).toBe(200);
    });

    it('is refused together with a wrong current one, which is counted', async () => {
      const current = { msg: 'La contraseña actual no es correcta', path: 'actual' };
      for (let time = 0; time < 10; time += 1)
        expect(await change('Password1', 'Equivocada1')).toMatchObject(refused(current, easy));
      expect((await change('Password1')).status).toBe(429);
    });
  });

  it('no password is logged', () => {
    expect(lines.join('')).toContain(SIGNUP);
    expect(lines.join('')).not.toMatch(/Password1|ROSA2026|Yuqu.lema1|montes|volcanes|Chicaiza26/i);
  });
});

describe('with the passwords of the specification', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  it('any password that meets the rule is accepted', async () => {
    for (const [index, [what]] of easyOnes('').entries()) {
      const body = newUser();
      const [, password = ''] = easyOnes(body.cedula)[index] ?? [];
      expect([what, (await api.anonymous.post(SIGNUP, { ...body, password })).status]).toEqual([what, 201]);
    }
    const user = await api.user('ROLE_BRIGADA');
    const change = { actual: user.password, nueva: 'Password1' };
    expect((await user.put('/api/perfil/password', change)).status).toBe(200);
  });
});
