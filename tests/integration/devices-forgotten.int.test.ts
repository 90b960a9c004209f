import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { boveda, equipo } from '#server/db/schema.ts';
import { MOST_CUT_OFF, MOST_DEVICES } from '#server/modules/devices/device-repository.ts';
import { forgetDevices } from '#server/modules/devices/forget-devices.ts';
import { newDevice } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let user: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.user('ROLE_ADMINISTRADOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user('ROLE_BRIGADA');
});

type Device = ReturnType<typeof newDevice>;
const askKey = (device: Device, who = user) => who.post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
const contact = (device: Device, pendientes: Record<string, number>) =>
  api.nobody.post('/api/equipos/contacto', { ...device, pendientes });

async function vault(who = user, device = newDevice()) {
  const answer = await askKey(device, who);
  expect(answer.status, answer.text).toBe(200);
  return { ...device, llave: answer.body.llave as string };
}

/** A new session of the same account: cutting a device off ends the one that came from it. */
async function cut(device: Device) {
  const { cedula, password } = user;
  const { body } = await api.nobody.post('/api/auth/signin', { cedula, password });
  const elsewhere = api.client(body.accessToken);
  expect((await elsewhere.delete(`/api/equipos/${device.equipo}`)).status).toBe(200);
  return elsewhere;
}

/** As if the last that was heard of it were so many days ago. */
async function age(device: Device, days: number) {
  const ago = sql`now() - make_interval(days => ${days})`;
  const set = {
    ultimoContacto: ago,
    cortado: sql`case when ${boveda.cortado} is not null then ${ago} end`,
    borrado: sql`case when ${boveda.borrado} is not null then ${ago} end`,
  };
  await api.database.db.update(boveda).set(set).where(eq(boveda.equipo, device.equipo));
}

/** Which of them are still rows: of devices, and of what somebody keeps there. */
async function left(...devices: Device[]): Promise<[boolean, boolean][]> {
  const { db } = api.database;
  const ids = devices.map((device) => device.equipo);
  const rows = (await db.select().from(equipo).where(inArray(equipo._id, ids))).map(({ _id }) => _id);
  const vaults = (await db.select().from(boveda).where(inArray(boveda.equipo, ids))).map((one) => one.equipo);
  return ids.map((id) => [rows.includes(id), vaults.includes(id)]);
}

it('a device that lay in a drawer for a year keeps its key, one of 400 days is forgotten', async () => {
  const [drawer, gone, used] = [await vault(), await vault(), await vault()];
  await age(drawer, 399);
  await age(gone, 401);
  await forgetDevices(api.database.db);
  expect(await left(drawer, gone, used)).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ]);
  const again = await askKey({ equipo: drawer.equipo, secreto: drawer.secreto });
  expect(again.body.llave).toBe(drawer.llave);
  // The other one is registered as a new one.
  expect((await askKey({ equipo: gone.equipo, secreto: gone.secreto })).status).toBe(200);
});

it('one on which something waits to be sent is not forgotten, nor what another person keeps there', async () => {
  const [waiting, shared] = [await vault(), await vault()];
  const other = await api.user('ROLE_BRIGADA');
  await contact(waiting, { [user.id]: 3 });
  await age(waiting, 1_000);
  await vault(other, { equipo: shared.equipo, secreto: shared.secreto });
  const ofUser = and(eq(boveda.equipo, shared.equipo), eq(boveda.usuario, user.id));
  await api.database.db.update(boveda).set({ ultimoContacto: sql`now() - interval '401 days'` }).where(ofUser);
  await forgetDevices(api.database.db);
  expect(await left(waiting, shared)).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(await api.database.db.$count(boveda, ofUser)).toBe(0);
});

it('one that was wiped is forgotten after 90 days without a contact, and told again as long as it comes', async () => {
  const [wiped, comes, untold] = [await vault(), await vault(), await vault()];
  for (const device of [wiped, comes, untold]) await cut(device);
  for (const device of [wiped, comes]) expect((await contact(device, { [user.id]: 0 })).body.borrar).toEqual([user.id]);
  for (const device of [wiped, comes, untold]) await age(device, 91);
  expect((await contact(comes, { [user.id]: 0 })).body.borrar).toEqual([user.id]);
  await forgetDevices(api.database.db);
  expect(await left(wiped, comes, untold)).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
  await age(untold, 401);
  await forgetDevices(api.database.db);
  expect(await left(untold)).toEqual([[false, false]]);
});

it('one that an administrator cut off is so for ever', async () => {
  const device = await vault();
  expect((await admin.delete(`/api/users/${user.id}/equipos/${device.equipo}`)).status).toBe(200);
  await age(device, 4_000);
  await forgetDevices(api.database.db);
  expect(await left(device)).toEqual([[true, false]]);
  expect((await contact(device, { [user.id]: 2 })).body.borrar).toEqual([user.id]);
  const { equipo: id, secreto } = device;
  expect((await askKey({ equipo: id, secreto }, await api.user('ROLE_BRIGADA'))).status).toBe(410);
});

it('one account cannot fill the table: what gives room to another device leaves no row', async () => {
  const devices: Device[] = [];
  for (let count = 0; count < MOST_DEVICES + 5; count += 1) devices.push(await vault());
  const rows = await left(...devices);
  expect(rows.filter(([device]) => device)).toHaveLength(MOST_DEVICES);
  expect(rows.filter(([, held]) => held)).toHaveLength(MOST_DEVICES);
});

it('nor by cutting its own devices off again and again', async () => {
  let who: { post: TestUser['post']; delete: TestUser['delete'] } = user;
  const devices: Device[] = [];
  for (let count = 0; count < MOST_CUT_OFF; count += 1) {
    const device = newDevice();
    expect((await who.post('/api/equipos/llave', { ...device, nombre: '' })).status).toBe(200);
    who = await cut(device);
    devices.push(device);
  }
  const [first] = devices;
  if (!first) throw new Error('no device');
  const next = newDevice();
  const ask = () => who.post('/api/equipos/llave', { ...next, nombre: '' });
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'tooManyCutOff' } });
  expect((await contact(first, { [user.id]: 0 })).body.borrar).toEqual([user.id]);
  expect((await ask()).status).toBe(200);
  expect(await left(first, next)).toEqual([
    [false, false],
    [true, true],
  ]);
});

it('while others register on a device it is never lost, nor anybody refused', async () => {
  const shared = newDevice();
  const people = await Promise.all(Array.from({ length: 6 }, () => api.user('ROLE_BRIGADA')));
  for (let round = 0; round < 5; round += 1) {
    const [, ...answers] = await Promise.all([
      forgetDevices(api.database.db),
      ...people.map((who) => askKey(shared, who)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    await api.database.db.delete(boveda).where(eq(boveda.equipo, shared.equipo));
  }
});
