import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deviceTable, journal, secondFactor, session, usuario, vaultTable } from '#server/db/schema.ts';
import { MAX_DEVICES } from '#server/modules/devices/device-repository.ts';
import { buildApp } from '#server/start/app.ts';
import { type Answer, ApiClient } from '../support/api-client.ts';
import { burst } from '../support/burst.ts';
import { type Body, newDevice } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';
import { openAgain } from '../support/test-database.ts';

const DAY_MS = 86_400_000;
const BYTES_32 = /^[\w-]{43}$/;

let now: Date;
let api: TestApi;
let user: TestUser;
/** Created per test, because the clock of a test ends sessions. */
let admin: TestUser;
beforeAll(async () => {
  now = new Date();
  api = await startTestApi({ now: () => now });
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user('ROLE_BRIGADA');
  admin = await api.user('ROLE_ADMINISTRADOR');
});

type Device = ReturnType<typeof newDevice>;
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const askKey = (client: ApiClient, device: Device, nombre = 'Tablet 7') =>
  client.post('/api/equipos/llave', { ...device, nombre });
const renew = (device: Device, ficha: string, address = newAddress()) =>
  api.client(undefined, address).post('/api/equipos/sesion', { ...device, ficha });
const contact = (device: Device, pendientes: Record<string, number>) =>
  api.anonymous.post('/api/equipos/contacto', { ...device, pendientes });
const devicesOf = async (client: ApiClient): Promise<Body[]> => (await client.get('/api/equipos')).body;
const statusOf = async (token: string) => (await api.client(token).get('/api/perfil')).status;
const signIn = async ({ cedula, password }: TestUser, changed = password) =>
  api.client(
    (await api.client(undefined, newAddress()).post('/api/auth/signin', { cedula, password: changed })).body
      .accessToken,
  );

/** A user's vault, by default on a new device. */
async function vault(client: TestUser = user, device: Device = newDevice(), nombre?: string) {
  const answer = await askKey(client, device, nombre);
  expect(answer.status, answer.text).toBe(200);
  const { llave, ficha } = answer.body as { llave: string; ficha: string };
  return { device, llave, ficha };
}
const rowOf = async ({ equipo: id }: Device, { id: usuario }: TestUser) =>
  (
    await api.database.db
      .select()
      .from(vaultTable)
      .where(and(eq(vaultTable.equipo, id), eq(vaultTable.usuario, usuario)))
  )[0];

describe('the key of a vault', () => {
  it('is constant for one user on one device and different for any other, with a new ticket each time', async () => {
    const { device, llave, ficha } = await vault();
    expect([llave, ficha]).toEqual([expect.stringMatching(BYTES_32), expect.stringMatching(BYTES_32)]);
    const again = (await askKey(user, device)).body;
    expect(again).toEqual({ llave, ficha: expect.stringMatching(BYTES_32), dias: 14 });
    const other = await api.user('ROLE_SUPERVISOR');
    const keys = [llave, (await vault(other, device)).llave, (await vault(user)).llave];
    expect(new Set(keys).size).toBe(3);
    expect(new Set([ficha, again.ficha, ...keys]).size).toBe(5);
    // The new ticket replaced the earlier one.
    expect([(await renew(device, ficha)).status, (await renew(device, again.ficha)).status]).toEqual([401, 200]);
  });

  it('requested many times at once is the same', async () => {
    const device = newDevice();
    const answers = await Promise.all(Array.from({ length: 8 }, () => askKey(user, device)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.llave)).size).toBe(1);
    const renewed = await Promise.all(answers.map(({ body }) => renew(device, body.ficha)));
    expect(renewed.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is refused with another secret, also in simultaneous requests', async () => {
    const { device, llave } = await vault();
    const stranger = await api.user('ROLE_BRIGADA');
    const wrong = { ...device, secreto: newDevice().secreto };
    expect(await askKey(stranger, wrong)).toMatchObject({ status: 409, body: { code: 'deviceTaken' } });
    expect((await askKey(user, wrong)).status).toBe(409);
    expect((await askKey(user, { ...device, equipo: device.equipo.toUpperCase() })).body.llave).toBe(llave);
    const id = crypto.randomUUID();
    const both = await burst(6, () => askKey(user, { ...newDevice(), equipo: id }));
    expect(both).toEqual({ 200: 1, 409: 5 });
  });

  it('names the device after its browser if no name is sent', async () => {
    const device = newDevice();
    expect((await askKey(user, device, '  ')).status).toBe(200);
    expect((await devicesOf(user))[0]?.nombre).toBe('Equipo desconocido');
    expect((await askKey(user, device, 'x'.repeat(81))).status).toBe(400);
    expect((await askKey(user, { ...device, secreto: 'corto' })).status).toBe(400);
  });

  it('is refused to a user without the booklet and to one who must change the password', async () => {
    const plain = await api.user('ROLE_USUARIO');
    expect((await askKey(plain, newDevice())).status).toBe(403);
    expect((await askKey(api.anonymous, newDevice())).status).toBe(401);
    const { device, ficha } = await vault();
    const app = await buildApp({ database: api.database, secret: SECRET, now: () => now, firstSigninChange: true });
    await api.database.db.update(usuario).set({ passwordFrom: 'administrador' }).where(eq(usuario._id, user.id));
    const renewed = await new ApiClient(app).post('/api/equipos/sesion', { ...device, ficha });
    expect([renewed.status, renewed.body.cambiarClave]).toEqual([200, true]);
    const key = await askKey(new ApiClient(app, renewed.body.accessToken), device);
    expect([key.status, key.body.code]).toEqual([403, 'passwordChange']);
    await app.close();
  });

  it('is stored without the secret or any ticket', async () => {
    const { device, ficha } = await vault();
    const [kept] = await api.database.db.select().from(deviceTable).where(eq(deviceTable._id, device.equipo));
    const all = JSON.stringify([kept, await rowOf(device, user), await api.database.db.select().from(journal)]);
    expect(all).not.toContain(device.secreto);
    expect(all).not.toContain(ficha);
    const entries = await api.database.db.select().from(journal).where(eq(journal.about, device.equipo));
    expect(entries.map(({ action, after }) => [action, after])).toEqual([['crear', { nombre: 'Tablet 7' }]]);
  });

  it(`of more than ${MAX_DEVICES} devices deletes the one unused longest that has nothing waiting`, async () => {
    const first = await vault();
    await contact(first.device, { [user.id]: 3 });
    later(1_000);
    const second = await vault();
    later(1_000);
    for (let count = 2; count < MAX_DEVICES; count += 1) await vault();
    later(1_000);
    await vault();
    const ids = (await devicesOf(user)).map(({ _id }) => _id);
    expect(ids).toHaveLength(MAX_DEVICES);
    expect([ids.includes(first.device.equipo), ids.includes(second.device.equipo)]).toEqual([true, false]);
    for (const _id of ids) {
      const row = await api.database.db
        .update(vaultTable)
        .set({ pendientes: 1 })
        .where(eq(vaultTable.equipo, _id))
        .returning();
      expect(row).toHaveLength(1);
    }
    expect(await askKey(user, newDevice())).toMatchObject({ status: 409, body: { code: 'tooManyDevices' } });
    // An existing device continues.
    expect((await askKey(user, first.device)).body.llave).toBe(first.llave);
    expect(await burst(4, () => askKey(user, newDevice()))).toEqual({ 409: 4 });
  });
});

describe('a ticket', () => {
  it('starts a session as signing in does and is replaced by another', async () => {
    const { device, ficha } = await vault();
    const { status, body } = await renew(device, ficha);
    const { id: _id, cedula, email } = user;
    expect([status, body]).toEqual([
      200,
      {
        ...{ _id, cedula, email, nombre: 'Rosa', apellido: 'Yuquilema', roles: ['ROLE_BRIGADA'] },
        ...{ accessToken: expect.any(String), ficha: expect.stringMatching(BYTES_32), dias: 14 },
        message: 'Te damos la bienvenida, Rosa.',
      },
    ]);
    expect(await statusOf(body.accessToken)).toBe(200);
    expect(body.ficha).not.toBe(ficha);
    const sessions: Body[] = (await api.client(body.accessToken).get('/api/sesiones')).body;
    expect(sessions.find(({ actual }) => actual)).toBeDefined();
  });

  it('whose answer was lost works again until the new one is used', async () => {
    const { device, ficha } = await vault();
    const next = (await renew(device, ficha)).body.ficha;
    expect((await renew(device, ficha)).body.ficha).toBe(next);
    const third = (await renew(device, next)).body.ficha;
    expect((await renew(device, ficha)).status).toBe(401);
    expect((await renew(device, next)).body.ficha).toBe(third);
    expect((await renew(device, third)).status).toBe(200);
    expect((await renew(device, next)).body.ficha).not.toBe(next);
  });

  it('used many times at once works each time, whichever answer arrives last', async () => {
    const { device, ficha } = await vault();
    let held = ficha;
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => renew(device, held)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const { body } of answers) expect(await statusOf(body.accessToken)).toBe(200);
      expect(new Set(answers.map(({ body }) => body.ficha)).size).toBe(1);
      held = answers[round]?.body.ficha;
    }
    expect((await renew(device, held)).status).toBe(200);
  });

  it('is valid for 14 days after it was issued', async () => {
    const [one, other] = [await vault(), await vault()];
    later(14 * DAY_MS - 1);
    const { status, body } = await renew(one.device, one.ficha);
    expect(status).toBe(200);
    later(1);
    expect((await renew(other.device, other.ficha)).status).toBe(401);
    later(14 * DAY_MS - 2);
    expect((await renew(one.device, body.ficha)).status).toBe(200);
  });

  it('fails on another device, with another secret or made up, with one identical answer', async () => {
    const { device, ficha } = await vault();
    const elsewhere = await vault();
    const refusals = [
      await renew(newDevice(), ficha),
      await renew({ ...device, secreto: newDevice().secreto }, ficha),
      await renew(elsewhere.device, ficha),
      await renew(device, newDevice().secreto),
      await renew(device, elsewhere.ficha),
    ];
    const statusAndBody = ({ status, body }: Answer) => [status, body];
    for (const answer of refusals)
      expect(statusAndBody(answer)).toEqual([401, { code: 'unauthenticated', message: expect.any(String) }]);
    expect((await renew(device, ficha)).status).toBe(200);
  });

  it.each<[string, (client: TestUser) => Promise<Answer>]>([
    [
      'another password',
      (client) => client.put('/api/perfil/password', { actual: client.password, nueva: 'Distinta123' }),
    ],
    ['the end of all sessions by an administrator', (client) => admin.delete(`/api/users/${client.id}/sesiones`)],
    [
      'the end of all other sessions, from another device',
      async (client) => (await signIn(client)).delete('/api/sesiones'),
    ],
    ['the deletion of the account', (client) => admin.delete(`/api/users/${client.id}`)],
    [
      'the loss of the role',
      async (client) => {
        const { body } = await admin.get(`/api/users/${client.id}`);
        return admin.put(`/api/users/${client.id}`, {
          ...body,
          password: '',
          roles: await api.roleId('ROLE_USUARIO'),
        });
      },
    ],
    [
      'the reset of the second factor',
      async (client) => {
        await api.database.db.insert(secondFactor).values({ userId: client.id, secret: 'x', confirmedAt: now });
        return admin.delete(`/api/users/${client.id}/segundo-factor`);
      },
    ],
    [
      'a second factor that is asked for from now on',
      async () => admin.put(`/api/segundo-factor/${await api.roleId('ROLE_BRIGADA')}`, { exigido: true }),
    ],
  ])('ends with %s, both the present and the previous one', async (_, end) => {
    const { device, ficha } = await vault();
    const next = (await renew(device, ficha)).body.ficha;
    const ended = await end(user);
    expect(ended.status, ended.text).toBe(200);
    expect([(await renew(device, ficha)).status, (await renew(device, next)).status]).toEqual([401, 401]);
    await admin.put(`/api/segundo-factor/${await api.roleId('ROLE_BRIGADA')}`, { exigido: false });
  });

  it('ends with a new password while the key stays, so that unsent work is not lost', async () => {
    const { device, llave, ficha } = await vault();
    const { body } = await user.put('/api/perfil/password', { actual: user.password, nueva: 'Distinta123' });
    const renewed = api.client(body.accessToken);
    const next = (await askKey(renewed, device)).body;
    expect(next.llave).toBe(llave);
    expect([(await renew(device, ficha)).status, (await renew(device, next.ficha)).status]).toEqual([401, 200]);
  });

  it('used while the password changes never works afterwards', async () => {
    const { device, ficha } = await vault();
    const change = user.put('/api/perfil/password', { actual: user.password, nueva: 'Distinta123' });
    const [changed, ...renewed] = await Promise.all([change, ...Array.from({ length: 4 }, () => renew(device, ficha))]);
    expect(changed.status).toBe(200);
    for (const { status, body } of renewed)
      expect(status === 401 || (await statusOf(body.accessToken)) === 401).toBe(true);
    expect((await renew(device, ficha)).status).toBe(401);
  });

  it('ends when its session is ended from elsewhere, but not with Salir', async () => {
    const [tablet, other] = [await signIn(user), await signIn(user)];
    const device = newDevice();
    const { ficha } = (await askKey(tablet, device)).body;
    expect((await tablet.post('/api/auth/signout', {})).status).toBe(200);
    // The ticket is in the vault, which only the password opens.
    const { accessToken, ficha: next } = (await renew(device, ficha)).body;
    const [here] = ((await api.client(accessToken).get('/api/sesiones')).body as Body[]).filter(({ actual }) => actual);
    expect((await other.delete(`/api/sesiones/${here?._id}`)).status).toBe(200);
    expect([await statusOf(accessToken), (await renew(device, next)).status]).toEqual([401, 401]);
  });

  it('of this device stays valid when all other sessions end', async () => {
    const { device, ficha } = await vault();
    expect((await user.delete('/api/sesiones')).status).toBe(200);
    expect((await renew(device, ficha)).status).toBe(200);
  });

  it('ends when the secret that signs sessions changes', async () => {
    const { device, ficha } = await vault();
    const app = await buildApp({ database: api.database, secret: `${SECRET} otra vez`, now: () => now });
    expect((await new ApiClient(app).post('/api/equipos/sesion', { ...device, ficha })).status).toBe(401);
    await app.close();
  });

  it('works for 150 tablets of one office at once, whatever other devices there try', async () => {
    const office = newAddress();
    const vaults: { device: Device; ficha: string }[] = [];
    for (let count = 0; count < 150; count += 1) vaults.push(await vault(await api.user('ROLE_BRIGADA')));
    const guesses = burst(120, () => renew(newDevice(), newDevice().secreto, office));
    const right = (from: number) =>
      burst(75, (index) => {
        const { device, ficha } = vaults[from + index] as (typeof vaults)[number];
        return renew(device, ficha, office);
      });
    expect(await right(0)).toEqual({ 200: 75 });
    expect(Object.keys(await guesses)).toEqual(['401', '429']);
    expect(await right(75)).toEqual({ 200: 75 });
    const { cedula, password } = user;
    expect((await api.client(undefined, office).post('/api/auth/signin', { cedula, password })).status).toBe(200);
  });

  it('guessed a hundred times closes the address for unknown devices, with a correct Retry-After', async () => {
    const address = newAddress();
    expect(await burst(100, () => renew(newDevice(), newDevice().secreto, address))).toMatchObject({ 401: 100 });
    const closed = await renew(newDevice(), newDevice().secreto, address);
    expect([closed.status, Number(closed.headers['retry-after'])]).toEqual([429, 900]);
    const { device, ficha } = await vault();
    later(15 * DAY_MS);
    // An expired ticket is not a guess and counts only for its device.
    expect(await burst(100, () => renew(device, ficha, address))).toEqual({ 401: 100 });
    expect((await renew(device, ficha, newAddress())).status).toBe(429);
    const fresh = (await askKey(await signIn(user), device)).body;
    expect((await renew(device, fresh.ficha, address)).status).toBe(200);
  });
});

describe('a contact', () => {
  it('stores the time and the number of waiting operations, only for owners of a vault there', async () => {
    const { device } = await vault();
    const other = await api.user('ROLE_BRIGADA');
    later(60_000);
    const answer = await contact(device, { [user.id.toUpperCase()]: 12, [other.id]: 7 });
    expect([answer.status, answer.body, answer.headers['clear-site-data']]).toEqual([
      200,
      { borrar: [], dias: 14 },
      undefined,
    ]);
    expect(await devicesOf(user)).toMatchObject([{ pendientes: 12, ultimoContacto: now.toISOString() }]);
    expect(await devicesOf(other)).toEqual([]);
    expect((await admin.get(`/api/users/${user.id}/equipos`)).body).toEqual([
      {
        ...{ _id: device.equipo, nombre: 'Tablet 7', pendientes: 12, cortado: null, borrado: null, actual: false },
        ...{ desde: expect.any(String), ultimoContacto: now.toISOString() },
      },
    ]);
  });

  it('of an unknown device learns and changes nothing', async () => {
    const { device } = await vault();
    await contact(device, { [user.id]: 12 });
    const cut = await vault();
    expect((await user.delete(`/api/equipos/${cut.device.equipo}`)).status).toBe(200);
    const strangers = [
      newDevice(),
      { ...device, secreto: newDevice().secreto },
      { ...cut.device, secreto: newDevice().secreto },
    ];
    for (const stranger of strangers) {
      const { status, body, headers } = await contact(stranger, { [user.id]: 99 });
      expect([status, body, headers['clear-site-data']]).toEqual([200, { borrar: [], dias: 14 }, undefined]);
    }
    expect((await rowOf(device, user))?.pendientes).toBe(12);
    expect((await rowOf(cut.device, user))?.borrado).toBeNull();
    const [made] = await api.database.db
      .select()
      .from(deviceTable)
      .where(eq(deviceTable._id, strangers[0]?.equipo ?? ''));
    expect(made).toBeUndefined();
  });

  it.each([
    { x: 1 },
    { [crypto.randomUUID()]: -1 },
    { [crypto.randomUUID()]: 1.5 },
    { [crypto.randomUUID()]: 100_001 },
    Object.fromEntries(Array.from({ length: 101 }, () => [crypto.randomUUID(), 0])),
    [],
    'x',
    null,
  ])('with invalid numbers is refused (%#)', async (pendientes) => {
    const { device } = await vault();
    expect((await contact(device, pendientes as Record<string, number>)).status).toBe(400);
  });

  it('many times at once, beside requests for keys and tickets, succeeds', async () => {
    const shared = newDevice();
    const people = await Promise.all(Array.from({ length: 5 }, () => api.user('ROLE_BRIGADA')));
    const tickets = await Promise.all(people.map(async (client) => (await vault(client, shared)).ficha));
    const waiting = Object.fromEntries(people.map(({ id }) => [id, 1]));
    const statuses = await burst(30, (index) => {
      const client = people[index % 5] as TestUser;
      if (index % 3 === 0) return contact(shared, waiting);
      return index % 3 === 1 ? renew(shared, tickets[index % 5] as string) : askKey(client, shared);
    });
    // A ticket may have been replaced in the meantime.
    expect(Object.keys(statuses).every((status) => ['200', '401'].includes(status))).toBe(true);
    expect(statuses[200]).toBeGreaterThanOrEqual(20);
  });
});

describe('cutting a device off', () => {
  it('wipes one’s own vault at its next contact and no other', async () => {
    const shared = newDevice();
    const other = await api.user('ROLE_BRIGADA');
    const { llave, ficha } = await vault(user, shared);
    const theirs = await vault(other, shared);
    await contact(shared, { [user.id]: 3, [other.id]: 4 });
    const elsewhere = await signIn(user);
    const { status, body } = await elsewhere.delete(`/api/equipos/${shared.equipo}`);
    expect([status, body.message]).toEqual([200, expect.stringContaining('se borra de él')]);
    // The session of the device has ended, others continue.
    expect([(await user.get('/api/perfil')).status, (await elsewhere.get('/api/perfil')).status]).toEqual([401, 200]);
    expect((await other.get('/api/perfil')).status).toBe(200);
    expect((await renew(shared, ficha)).status).toBe(401);
    expect(await askKey(elsewhere, shared)).toMatchObject({ status: 410, body: { code: 'deviceCut' } });
    expect(await rowOf(shared, user)).toMatchObject({ llave: null, ficha: null, fichaAnterior: null, borrado: null });
    expect(await devicesOf(elsewhere)).toMatchObject([{ pendientes: 3, cortado: now.toISOString(), borrado: null }]);
    later(1_000);
    // Repeated, because the answer may get lost.
    for (let time = 0; time < 2; time += 1) {
      const answer = await contact(shared, { [user.id]: 5, [other.id]: 4 });
      expect([answer.body.borrar, answer.headers['clear-site-data']]).toEqual([[user.id], undefined]);
    }
    expect(await devicesOf(elsewhere)).toMatchObject([{ pendientes: 3, borrado: now.toISOString() }]);
    const wipes = await api.database.db
      .select()
      .from(journal)
      .where(and(eq(journal.about, shared.equipo), eq(journal.action, 'borrar')));
    expect(wipes).toHaveLength(1);
    expect((await renew(shared, theirs.ficha)).status).toBe(200);
    // A user who signs in there again gets a new vault.
    const again = (await askKey(elsewhere, shared)).body;
    expect(again.llave).toMatch(BYTES_32);
    expect(again.llave).not.toBe(llave);
    expect((await contact(shared, { [user.id]: 0, [other.id]: 4 })).body.borrar).toEqual([]);
    expect(await devicesOf(elsewhere)).toMatchObject([{ cortado: null, borrado: null, pendientes: 0 }]);
  });

  it('with only one vault also tells the browser to clear all its data', async () => {
    const { device } = await vault();
    await user.delete(`/api/equipos/${device.equipo}`);
    const answer = await contact(device, { [user.id]: 1 });
    expect([answer.body.borrar, answer.headers['clear-site-data']]).toEqual([[user.id], '"*"']);
    // Without a vault the browser is not told to clear its data.
    expect((await contact(device, {})).headers['clear-site-data']).toBeUndefined();
    const unknown = await contact(device, { [user.id]: 1, [crypto.randomUUID()]: 2 });
    expect(unknown.headers['clear-site-data']).toBeUndefined();
  });

  it('succeeds once, and only for one’s own device', async () => {
    const { device } = await vault();
    const stranger = await api.user('ROLE_BRIGADA');
    const cut = (client: ApiClient, id = device.equipo) => client.delete(`/api/equipos/${id}`);
    expect((await cut(stranger)).status).toBe(404);
    expect((await cut(user, crypto.randomUUID())).status).toBe(404);
    expect((await cut(user, 'x')).status).toBe(404);
    const elsewhere = await signIn(user);
    expect(await burst(5, () => cut(elsewhere))).toEqual({ 200: 1, 404: 4 });
  });

  it('by an administrator wipes every vault on it, for ever', async () => {
    const shared = newDevice();
    const other = await api.user('ROLE_SUPERVISOR');
    const mine = await vault(user, shared);
    const theirs = await vault(other, shared, 'Tablet de la oficina');
    await contact(shared, { [user.id]: 3, [other.id]: 4 });
    const path = `/api/users/${user.id}/equipos`;
    for (const client of [user, other, await api.user('ROLE_BRIGADA'), api.anonymous])
      expect([401, 403]).toContain((await client.delete(`${path}/${shared.equipo}`)).status);
    expect((await admin.delete(`${path}/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await admin.delete(`${path}/x`)).status).toBe(404);
    expect((await admin.delete(`/api/users/${admin.id}/equipos/${shared.equipo}`)).status).toBe(404);
    expect(await burst(3, () => admin.delete(`${path}/${shared.equipo}`))).toEqual({ 200: 1, 404: 2 });
    expect([(await user.get('/api/perfil')).status, (await other.get('/api/perfil')).status]).toEqual([401, 401]);
    expect([(await renew(shared, mine.ficha)).status, (await renew(shared, theirs.ficha)).status]).toEqual([401, 401]);
    const stranger = crypto.randomUUID();
    for (let time = 0; time < 2; time += 1) {
      const answer = await contact(shared, { [user.id]: 3, [other.id]: 4, [stranger]: 1 });
      expect(answer.body.borrar.toSorted()).toEqual([user.id, other.id, stranger].toSorted());
      expect(answer.headers['clear-site-data']).toBe('"*"');
    }
    for (const client of [await signIn(user), await api.user('ROLE_BRIGADA')])
      expect((await askKey(client, shared)).status).toBe(410);
    const entries = await api.database.db
      .select()
      .from(journal)
      .where(and(eq(journal.about, shared.equipo), eq(journal.action, 'eliminar')));
    expect(entries.map(({ actor, before }) => [actor, before])).toEqual([
      [admin.id, { nombre: 'Tablet 7', pendientes: 7, cuentas: 2 }],
    ]);
  });

  it('during a request for its key leaves no key', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shared = newDevice();
      await vault(user, shared);
      const other = await api.user('ROLE_BRIGADA');
      const [key, cut] = await Promise.all([
        askKey(other, shared),
        admin.delete(`/api/users/${user.id}/equipos/${shared.equipo}`),
      ]);
      expect(cut.status).toBe(200);
      expect([200, 410]).toContain(key.status);
      const keys = await api.database.db.select().from(vaultTable).where(eq(vaultTable.equipo, shared.equipo));
      expect(keys.filter(({ llave, ficha }) => llave || ficha)).toEqual([]);
      const open = await api.database.db.select().from(session).where(eq(session.equipo, shared.equipo));
      expect(open).toEqual([]);
      user = await api.user('ROLE_BRIGADA');
    }
  });
});

describe('the list of devices', () => {
  it('marks the current one, has the last connected first, and omits those cut off long ago', async () => {
    const [tablet, phone] = [await signIn(user), await signIn(user)];
    const [first, second] = [newDevice(), newDevice()];
    expect((await askKey(tablet, first, 'Tablet')).status).toBe(200);
    later(1_000);
    expect((await askKey(phone, second, 'Teléfono')).status).toBe(200);
    const namesOf = (list: Body[]) => list.map(({ nombre, actual }) => [nombre, actual]);
    expect(namesOf(await devicesOf(tablet))).toEqual([
      ['Teléfono', false],
      ['Tablet', true],
    ]);
    expect(namesOf(await devicesOf(user))).toEqual([
      ['Teléfono', false],
      ['Tablet', false],
    ]);
    await user.delete(`/api/equipos/${second.equipo}`);
    expect((await devicesOf(user)).map(({ nombre }) => nombre)).toEqual(['Tablet', 'Teléfono']);
    later(60 * DAY_MS);
    const again = await signIn(user);
    expect(await devicesOf(again)).toHaveLength(2);
    await contact(second, {});
    later(31 * DAY_MS);
    expect(namesOf(await devicesOf(await signIn(user)))).toEqual([['Tablet', false]]);
  });

  it('exists for a deleted account, whose vault is wiped once nothing waits in it', async () => {
    const { device } = await vault();
    await contact(device, { [user.id]: 12 });
    expect((await admin.delete(`/api/users/${user.id}`)).status).toBe(200);
    const list = () => admin.get(`/api/users/${user.id}/equipos`);
    expect((await list()).body).toMatchObject([{ nombre: 'Tablet 7', pendientes: 12, cortado: null }]);
    expect((await contact(device, { [user.id]: 12 })).body.borrar).toEqual([]);
    later(1_000);
    const answer = await contact(device, { [user.id]: 0 });
    expect([answer.body.borrar, answer.headers['clear-site-data']]).toEqual([[user.id], '"*"']);
    expect((await list()).body).toMatchObject([{ cortado: now.toISOString(), borrado: now.toISOString() }]);
    const waiting = await api.user('ROLE_BRIGADA');
    const second = await vault(waiting);
    await contact(second.device, { [waiting.id]: 5 });
    await admin.delete(`/api/users/${waiting.id}`);
    const path = `/api/users/${waiting.id}/equipos/${second.device.equipo}`;
    expect((await admin.delete(path)).status).toBe(200);
    expect((await contact(second.device, { [waiting.id]: 5 })).body.borrar).toEqual([waiting.id]);
    expect((await admin.get(`/api/users/${crypto.randomUUID()}/equipos`)).status).toBe(404);
    expect((await user.get(`/api/users/${waiting.id}/equipos`)).status).toBe(401);
  });
});

describe('a transaction that fails at its end', () => {
  /** Makes the journal refuse an entry, which is the last step of each transaction. */
  const unnoted = async (condition: string, work: () => Promise<void>) => {
    const run = (text: string) => api.database.db.execute(sql.raw(text));
    await run(`create function falla() returns trigger language plpgsql as $$ begin raise exception 'falla'; end $$`);
    await run(
      `create trigger falla before insert on journal for each row when (${condition}) execute function falla()`,
    );
    await work().finally(() => run('drop function falla() cascade'));
  };

  it('registers no device', async () => {
    const device = newDevice();
    await unnoted(`new.kind = 'equipo'`, async () => expect((await askKey(user, device)).status).toBe(500));
    expect(await api.database.db.select().from(deviceTable).where(eq(deviceTable._id, device.equipo))).toEqual([]);
    expect(await rowOf(device, user)).toBeUndefined();
    expect((await askKey(user, device)).status).toBe(200);
  });

  it('leaves the used ticket valid', async () => {
    const { device, ficha } = await vault();
    await unnoted(`new.kind = 'sesion'`, async () => expect((await renew(device, ficha)).status).toBe(500));
    expect((await renew(device, ficha)).status).toBe(200);
  });

  it('cuts off nothing by halves, and orders no wipe that it does not record', async () => {
    const { device, llave, ficha } = await vault();
    await unnoted(`new.kind = 'equipo'`, async () => {
      expect((await user.delete(`/api/equipos/${device.equipo}`)).status).toBe(500);
      expect((await admin.delete(`/api/users/${user.id}/equipos/${device.equipo}`)).status).toBe(500);
    });
    expect(await rowOf(device, user)).toMatchObject({ llave, cortado: null });
    expect([(await user.get('/api/perfil')).status, (await renew(device, ficha)).status]).toEqual([200, 200]);
    expect((await user.delete(`/api/equipos/${device.equipo}`)).status).toBe(200);
    await unnoted(`new.kind = 'equipo'`, async () => {
      expect((await contact(device, { [user.id]: 0 })).status).toBe(500);
    });
    expect((await rowOf(device, user))?.borrado).toBeNull();
    expect((await contact(device, { [user.id]: 0 })).body.borrar).toEqual([user.id]);
  });
});

it.each(['low', 'out'] as const)('with disk space %s, devices are served as signing in is', async (room) => {
  const { device, llave, ficha } = await vault();
  const other = await vault();
  const app = await buildApp({ database: { ...api.database, room: () => room }, secret: SECRET, now: () => now });
  const [own, anonymous] = [new ApiClient(app, user.token), new ApiClient(app)];
  const expected = room === 'low' ? 200 : 507;
  expect((await anonymous.post('/api/equipos/sesion', { ...device, ficha })).status).toBe(expected);
  expect((await anonymous.post('/api/equipos/contacto', { ...device, pendientes: { [user.id]: 2 } })).status).toBe(
    expected,
  );
  expect((await askKey(own, device)).status).toBe(expected);
  expect((await own.delete(`/api/equipos/${other.device.equipo}`)).status).toBe(expected);
  expect((await own.get('/api/equipos')).status).toBe(200);
  await app.close();
  const kept = await rowOf(device, user);
  expect([kept?.llave, kept?.pendientes]).toEqual([llave, room === 'low' ? 2 : 0]);
  expect((await rowOf(other.device, user))?.cortado === null).toBe(room === 'out');
});

it('a device cut off on one process has no session and no valid ticket on any other', async () => {
  const { databaseUrl } = api;
  const database = databaseUrl ? await openAgain(databaseUrl) : api.database;
  const app = await buildApp({ database, secret: SECRET, now: () => now });
  const { device, ficha } = await vault();
  const elsewhere = new ApiClient(app, user.token);
  expect((await elsewhere.get('/api/perfil')).status).toBe(200);
  const { accessToken, ficha: next } = (await new ApiClient(app).post('/api/equipos/sesion', { ...device, ficha }))
    .body;
  expect(await statusOf(accessToken)).toBe(200);
  expect((await admin.delete(`/api/users/${user.id}/equipos/${device.equipo}`)).status).toBe(200);
  expect((await elsewhere.get('/api/perfil')).status).toBe(401);
  expect((await new ApiClient(app, accessToken).get('/api/perfil')).status).toBe(401);
  expect((await new ApiClient(app).post('/api/equipos/sesion', { ...device, ficha: next })).status).toBe(401);
  await app.close();
  if (databaseUrl) await database.close();
});

it('with offline use disabled no new vault starts, and existing ones can still be sent and wiped', async () => {
  const { device, llave } = await vault();
  const app = await buildApp({ database: api.database, secret: SECRET, now: () => now, offlineDays: 0 });
  const off = new ApiClient(app, user.token);
  const fresh = newDevice();
  expect((await askKey(off, fresh)).body).toEqual({ llave: '', ficha: '', dias: 0 });
  expect(await rowOf(fresh, user)).toBeUndefined();
  const { body } = await askKey(off, device);
  expect(body).toEqual({ llave, ficha: expect.stringMatching(BYTES_32), dias: 0 });
  expect((await off.post('/api/equipos/sesion', { ...device, ficha: body.ficha })).body.dias).toBe(0);
  expect((await off.post('/api/equipos/contacto', { ...device, pendientes: {} })).body).toEqual({
    borrar: [],
    dias: 0,
  });
  await app.close();
});

describe('the contact of a device', () => {
  const counts = (many: number) =>
    Object.fromEntries(
      Array.from({ length: many }, (_, at) => [`${crypto.randomUUID().slice(0, -6)}${100_000 + at}`, 1]),
    );

  it('with more vaults than the limit is refused with one sentence, however many', async () => {
    const { device } = await vault();
    const answer = await contact(device, counts(101));
    expect([answer.status, answer.body.message]).toEqual([
      400,
      [{ path: 'pendientes', msg: 'Debe ser de 100 cuentas como máximo' }],
    ]);
    expect((await contact(device, counts(100))).status).toBe(200);
    const short = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [at.toString(36), 1]));
    expect((await contact(device, short)).body.code).toBe('tooManyFields');
    expect((await contact(device, counts(20_000))).body.code).toBe('tooLarge');
  });

  it('from unknown devices closes its address after a hundred times, and no other address', async () => {
    const { device } = await vault();
    const [flood, office] = [newAddress(), newAddress()];
    const from = (address: string, one: Device) =>
      api.client(undefined, address).post('/api/equipos/contacto', { ...one, pendientes: {} });
    const stranger = newDevice();
    for (let at = 0; at < 100; at += 1) expect((await from(flood, at % 2 ? newDevice() : stranger)).status).toBe(200);
    const closed = await from(flood, newDevice());
    expect([closed.status, closed.body.code, Number(closed.headers['retry-after']) > 0]).toEqual([
      429,
      'tooManyTries',
      true,
    ]);
    // A wrong secret does not lock the device out.
    expect((await from(flood, { ...device, secreto: newDevice().secreto })).status).toBe(429);
    expect((await from(flood, device)).status).toBe(200);
    expect((await from(office, newDevice())).status).toBe(200);
  });
});
