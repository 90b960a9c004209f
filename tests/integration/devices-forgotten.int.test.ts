import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deviceTable, vaultTable } from '#server/db/schema.ts';
import { deleteUnusedDevices } from '#server/modules/devices/delete-unused-devices.ts';
import { MAX_DEVICES, MAX_REVOKED } from '#server/modules/devices/device-repository.ts';
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
const askKey = (device: Device, client = user) => client.post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
const contact = (device: Device, pendientes: Record<string, number>) =>
  api.anonymous.post('/api/equipos/contacto', { ...device, pendientes });

async function vault(client = user, device = newDevice()) {
  const answer = await askKey(device, client);
  expect(answer.status, answer.text).toBe(200);
  return { ...device, llave: answer.body.llave as string };
}

/** Signs in again, because cutting a device off ends its session. */
async function cut(device: Device) {
  const { cedula, password } = user;
  const { body } = await api.anonymous.post('/api/auth/signin', { cedula, password });
  const elsewhere = api.client(body.accessToken);
  expect((await elsewhere.delete(`/api/equipos/${device.equipo}`)).status).toBe(200);
  return elsewhere;
}

/** Makes the last contact this many days old. */
async function age(device: Device, days: number) {
  const ago = sql`now() - make_interval(days => ${days})`;
  const set = {
    ultimoContacto: ago,
    cortado: sql`case when ${vaultTable.cortado} is not null then ${ago} end`,
    borrado: sql`case when ${vaultTable.borrado} is not null then ${ago} end`,
  };
  await api.database.db.update(vaultTable).set(set).where(eq(vaultTable.equipo, device.equipo));
}

/** Whether rows of the devices and of their vaults exist. */
async function rowsLeft(...devices: Device[]): Promise<[boolean, boolean][]> {
  const { db } = api.database;
  const ids = devices.map((device) => device.equipo);
  const rows = (await db.select().from(deviceTable).where(inArray(deviceTable._id, ids))).map(({ _id }) => _id);
  const vaults = (await db.select().from(vaultTable).where(inArray(vaultTable.equipo, ids))).map((one) => one.equipo);
  return ids.map((id) => [rows.includes(id), vaults.includes(id)]);
}

it('a device unused for 399 days keeps its key, and one unused for 401 days is forgotten', async () => {
  const [drawer, forgotten, used] = [await vault(), await vault(), await vault()];
  await age(drawer, 399);
  await age(forgotten, 401);
  await deleteUnusedDevices(api.database.db);
  expect(await rowsLeft(drawer, forgotten, used)).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ]);
  const again = await askKey({ equipo: drawer.equipo, secreto: drawer.secreto });
  expect(again.body.llave).toBe(drawer.llave);
  expect((await askKey({ equipo: forgotten.equipo, secreto: forgotten.secreto })).status).toBe(200);
});

it('a device with waiting operations is not forgotten, nor is another user’s vault on it', async () => {
  const [waiting, shared] = [await vault(), await vault()];
  const other = await api.user('ROLE_BRIGADA');
  await contact(waiting, { [user.id]: 3 });
  await age(waiting, 1_000);
  await vault(other, { equipo: shared.equipo, secreto: shared.secreto });
  const ofUser = and(eq(vaultTable.equipo, shared.equipo), eq(vaultTable.usuario, user.id));
  await api.database.db.update(vaultTable).set({ ultimoContacto: sql`now() - interval '401 days'` }).where(ofUser);
  await deleteUnusedDevices(api.database.db);
  expect(await rowsLeft(waiting, shared)).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(await api.database.db.$count(vaultTable, ofUser)).toBe(0);
});

it('a wiped device is forgotten after 90 days without contact, and is told to wipe as long as it connects', async () => {
  const [wiped, comes, untold] = [await vault(), await vault(), await vault()];
  for (const device of [wiped, comes, untold]) await cut(device);
  for (const device of [wiped, comes]) expect((await contact(device, { [user.id]: 0 })).body.borrar).toEqual([user.id]);
  for (const device of [wiped, comes, untold]) await age(device, 91);
  expect((await contact(comes, { [user.id]: 0 })).body.borrar).toEqual([user.id]);
  await deleteUnusedDevices(api.database.db);
  expect(await rowsLeft(wiped, comes, untold)).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
  await age(untold, 401);
  await deleteUnusedDevices(api.database.db);
  expect(await rowsLeft(untold)).toEqual([[false, false]]);
});

it('a device that an administrator cut off stays cut off for ever', async () => {
  const device = await vault();
  expect((await admin.delete(`/api/users/${user.id}/equipos/${device.equipo}`)).status).toBe(200);
  await age(device, 4_000);
  await deleteUnusedDevices(api.database.db);
  expect(await rowsLeft(device)).toEqual([[true, false]]);
  expect((await contact(device, { [user.id]: 2 })).body.borrar).toEqual([user.id]);
  const { equipo: id, secreto } = device;
  expect((await askKey({ equipo: id, secreto }, await api.user('ROLE_BRIGADA'))).status).toBe(410);
});

it('one account cannot fill the table: a device that makes room for another leaves no row', async () => {
  const devices: Device[] = [];
  for (let count = 0; count < MAX_DEVICES + 5; count += 1) devices.push(await vault());
  const rows = await rowsLeft(...devices);
  expect(rows.filter(([device]) => device)).toHaveLength(MAX_DEVICES);
  expect(rows.filter(([, held]) => held)).toHaveLength(MAX_DEVICES);
});

it('one account cannot fill the table by cutting off its own devices repeatedly', async () => {
  let client: { post: TestUser['post']; delete: TestUser['delete'] } = user;
  const devices: Device[] = [];
  for (let count = 0; count < MAX_REVOKED; count += 1) {
    const device = newDevice();
    expect((await client.post('/api/equipos/llave', { ...device, nombre: '' })).status).toBe(200);
    client = await cut(device);
    devices.push(device);
  }
  const [first] = devices;
  if (!first) throw new Error('no device');
  const next = newDevice();
  const ask = () => client.post('/api/equipos/llave', { ...next, nombre: '' });
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'tooManyCutOff' } });
  expect((await contact(first, { [user.id]: 0 })).body.borrar).toEqual([user.id]);
  expect((await ask()).status).toBe(200);
  expect(await rowsLeft(first, next)).toEqual([
    [false, false],
    [true, true],
  ]);
});

it('a device is neither lost nor a user refused while others register on it', async () => {
  const shared = newDevice();
  const people = await Promise.all(Array.from({ length: 6 }, () => api.user('ROLE_BRIGADA')));
  for (let round = 0; round < 5; round += 1) {
    const [, ...answers] = await Promise.all([
      deleteUnusedDevices(api.database.db),
      ...people.map((client) => askKey(shared, client)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    await api.database.db.delete(vaultTable).where(eq(vaultTable.equipo, shared.equipo));
  }
});
