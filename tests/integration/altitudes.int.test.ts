import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HAEMOGLOBIN_TABLES } from '#domain/haemoglobin/altitude-adjustment.ts';
import { CANTON_ALTITUDES } from '#domain/haemoglobin/canton-altitudes.ts';
import { anemia, nino } from '#server/db/schema.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { csvOf, rehearsed, rowsOf, sendFile, work } from '../support/imports.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let brigada: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

const url = (provincia: string, canton: string) =>
  `/api/altitudes/${encodeURIComponent(provincia)}/${encodeURIComponent(canton)}`;
const altitudeOf = async (provincia: string, canton: string) =>
  (await brigada.get('/api/altitudes')).body.cantones.find(
    (one: Body) => one.provincia === provincia && one.canton === canton,
  )?.altitud;

it('lists every canton with its altitude and the table in use', async () => {
  const { status, body } = await brigada.get('/api/altitudes');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['tabla', 'cantones']);
  expect(body.tabla).toBe('2024');
  expect(body.cantones).toHaveLength(222);
  expect(body.cantones[0]).toEqual({ provincia: 'AZUAY', canton: 'CUENCA', altitud: 2550 });
});

it('an administrator’s value replaces the earlier one, for that canton only', async () => {
  const answer = await api.admin.put(url('CHIMBORAZO', 'RIOBAMBA'), { altitud: 2764 });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      provincia: 'CHIMBORAZO',
      canton: 'RIOBAMBA',
      altitud: 2764,
      message: 'La altitud de RIOBAMBA ha sido actualizada correctamente.',
    },
  });
  expect(await altitudeOf('CHIMBORAZO', 'RIOBAMBA')).toBe(2764);
  await api.admin.put(url('chimborazo', 'riobamba'), { altitud: '2755' });
  expect(await altitudeOf('CHIMBORAZO', 'RIOBAMBA')).toBe(2755);
  // Two cantons are called Olmedo.
  await api.admin.put(url('MANABÍ', 'OLMEDO'), { altitud: 70 });
  expect(await altitudeOf('MANABÍ', 'OLMEDO')).toBe(70);
  expect(await altitudeOf('LOJA', 'OLMEDO')).toBe(CANTON_ALTITUDES.LOJA?.OLMEDO);
});

it('both bounds are accepted, and values outside are refused with one sentence', async () => {
  const place = url('NAPO', 'TENA');
  for (const altitud of [0, 6000, 510]) expect((await api.admin.put(place, { altitud })).status).toBe(200);
  const refused = (msg: string) => ({ status: 400, body: { message: [{ msg, path: 'altitud' }] } });
  for (const altitud of [-1, 6001])
    expect(await api.admin.put(place, { altitud })).toMatchObject(refused('Debe estar entre 0 y 6000 m'));
  expect(await api.admin.put(place, { altitud: 510.5 })).toMatchObject(refused('Debe ser un número entero'));
  expect(await api.admin.put(place, { altitud: 'alto' })).toMatchObject(refused('Debe ser un número'));
  for (const body of [{}, { altitud: null }, { altitud: '' }])
    expect(await api.admin.put(place, body)).toMatchObject(refused('Este campo es obligatorio'));
  expect(await altitudeOf('NAPO', 'TENA')).toBe(510);
});

it('answers 404 for a canton that does not exist or lies in another province', async () => {
  for (const place of [url('NAPO', 'CUENCA'), url('NARNIA', 'TENA'), url('NAPO', '%'), url('constructor', 'toString')])
    expect((await api.admin.put(place, { altitud: 10 })).status).toBe(404);
});

it('users of the booklet read it and an administrator writes it', async () => {
  const supervisor = await api.user('ROLE_SUPERVISOR');
  for (const client of [brigada, supervisor]) {
    expect((await client.get('/api/altitudes')).status).toBe(200);
    expect((await client.put(url('NAPO', 'TENA'), { altitud: 1 })).status).toBe(403);
  }
  const usuario = await api.user('ROLE_USUARIO');
  expect((await usuario.get('/api/altitudes')).status).toBe(403);
  expect((await api.anonymous.get('/api/altitudes')).status).toBe(401);
  expect((await api.anonymous.put(url('NAPO', 'TENA'), { altitud: 1 })).status).toBe(401);
});

it('names the table that the server was configured with', async () => {
  const app = await buildApp({ database: api.database, secret: SECRET, haemoglobinTable: '2011' });
  const client = new ApiClient(app, brigada.token);
  expect((await client.get('/api/altitudes')).body.tabla).toBe('2011');
  await app.close();
});

it('notes a warned screening by the table that the server was configured with, also when it is imported', async () => {
  const screening = { edadapli: 12, valorhemoglobina: 12, valorcorregido: 10.7, resultadonormal: true };
  const { db } = api.database;
  const warnings = async (id: string) => {
    const rows = await db.select({ advertida: anemia.advertida }).from(anemia).where(eq(anemia.parentId, id));
    return rows.map(({ advertida }) => advertida);
  };
  for (const haemoglobinTable of HAEMOGLOBIN_TABLES) {
    const app = await buildApp({ database: api.database, secret: SECRET, haemoglobinTable });
    const client = new ApiClient(app, api.admin.token);
    const isWarned = haemoglobinTable === '2011';
    const saved = await createRecord(client, 'nino', { fechanacimiento: '2025-01-10' });
    await createRecord(client, 'anemia', { ...screening, fechaaplicacion: '2026-01-20' }, saved._id);
    expect(await warnings(saved._id)).toEqual([isWarned]);
    const other = await createRecord(client, 'nino', { fechanacimiento: '2025-01-10' });
    const headers = ['Cédula', 'Fecha', 'Edad', 'Hemoglobina', 'Hb corregida', 'Normal', 'Observación'];
    const file = csvOf(headers, [[String(other.cedula), '20/01/2026', '12', '12', '10,7', 'Sí', 'Ninguna']]);
    const { body } = await sendFile(client, 'anemia', file);
    await work(api, { haemoglobinTable });
    expect((await client.get(`/api/importaciones/${body._id}`)).body).toMatchObject({ advertidas: isWarned ? 1 : 0 });
    await app.close();
  }
});

it('corrects an imported screening by a canton whose province is not stored, if it is a canton of one province', async () => {
  const { db } = api.database;
  const header = ['Cédula', 'Fecha', 'Edad', 'Hemoglobina', 'Observación'];
  const imported = async (canton: string) => {
    const child = await createRecord(api.admin, 'nino', { fechanacimiento: '2025-01-10' });
    await db.update(nino).set({ provincia: '', canton }).where(eq(nino._id, child._id));
    const { _id } = await rehearsed(
      api,
      api.admin,
      'anemia',
      csvOf(header, [[String(child.cedula), '20/01/2026', '12', '12', 'Ninguna']]),
    );
    return (await rowsOf(api.admin, _id)).map(({ estado }: Body) => estado);
  };
  expect(await imported('CUENCA')).toEqual(['nueva']);
  expect(await imported('OLMEDO')).toEqual(['problema']);
});
