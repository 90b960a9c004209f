import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, addMonths, today } from '#domain/calendar.ts';
import { NO_VALUE } from '#domain/fields/index.ts';
import { VISIT_REASON_KEYS } from '#domain/follow-up/reasons.ts';
import { pictureTable } from '#server/db/schema.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { manyChildren } from '../support/many-children.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const TODAY = today();
const MINUTE = 60_000;
const COLTA = { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: 'A' };
const GUANO = { provincia: 'CHIMBORAZO', canton: 'GUANO', establecimiento: '' };
const NOWHERE = { provincia: '', canton: '', establecimiento: '' };
const PIECE = 4;

let api: TestApi;
let appWithSnapshots: Awaited<ReturnType<typeof buildApp>>;
let rosa: TestUser;
let supervisor: TestUser;
/** The supervisor's client of the server with snapshots. */
let snapshotClient: ApiClient;

beforeAll(async () => {
  api = await startTestApi();
  appWithSnapshots = await buildApp({
    database: api.database,
    secret: SECRET,
    answersToTheLetter: true,
    pictures: { above: 0, piece: PIECE },
  });
  rosa = await api.user('ROLE_BRIGADA');
  const luis = await api.user('ROLE_BRIGADA');
  supervisor = await api.user('ROLE_SUPERVISOR');
  snapshotClient = new ApiClient(appWithSnapshots, supervisor.token);
  const place = [COLTA, GUANO, NOWHERE];
  for (let child = 0; child < 9; child += 1) {
    const born = child === 4 ? '' : addMonths(TODAY, -2 - 2 * child);
    const by = child % 2 === 0 ? rosa : luis;
    const { _id } = await createRecord(by, 'nino', { sexo: 'MASCULINO', fechanacimiento: born, ...place[child % 3] });
    for (let control = 0; control < child % 4; control += 1)
      await createRecord(
        supervisor,
        'control',
        { fecha: addDays(TODAY, -20 * (control + 1)), edad: 5, peso: child === 7 ? 5 : 9.6 },
        _id,
      );
    if (child === 6) await createRecord(supervisor, 'vacuna', {}, _id);
    if (child === 8) await manyChildren(api.database, _id, 11);
  }
});
afterAll(async () => {
  await appWithSnapshots.close();
  await api.close();
});

const at = (places: Body): Body[] => [places, ...VISIT_REASON_KEYS.map((motivo) => ({ ...places, motivo }))];
const PLACES: Body[] = [
  {},
  { provincia: 'CHIMBORAZO' },
  { canton: 'COLTA' },
  { provincia: 'CHIMBORAZO', canton: 'GUANO' },
  { establecimiento: 'A' },
  { provincia: NO_VALUE },
  { provincia: 'LOJA' },
];

describe('figures read from a snapshot equal counted ones', () => {
  it.each(PLACES.flatMap(at))('for the visits with %o', async (query) => {
    const [counted, read] = [
      await supervisor.get('/api/seguimiento', { ...query, limit: '9' }),
      await snapshotClient.get('/api/seguimiento', { ...query, limit: '9' }),
    ];
    expect(read.status, read.text).toBe(200);
    expect(read.body).toEqual(counted.body);
    expect(read.headers['x-total-count']).toBe(counted.headers['x-total-count']);
    const beyond = await snapshotClient.get('/api/seguimiento', { ...query, limit: '9', offset: '900' });
    expect(beyond.body).toEqual([]);
    expect(beyond.headers['x-total-count']).toBe(counted.headers['x-total-count']);
  });

  it.each(PLACES)('for the reasons with %o', async (query) => {
    const started = Date.now();
    const [counted, { body: read }] = [
      await supervisor.get('/api/seguimiento/conteo', query),
      await snapshotClient.get('/api/seguimiento/conteo', query),
    ];
    const { datosAl, ...counts } = read;
    expect(counts).toEqual(counted.body);
    expect(Date.parse(datosAl)).toBeGreaterThan(started - MINUTE);
    expect(counted.body).not.toHaveProperty('datosAl');
  });

  it.each(PLACES)('for the week with %o', async (query) => {
    const started = Date.now();
    const [counted, { body: read }] = [
      await supervisor.get('/api/reportes/semana', query),
      await snapshotClient.get('/api/reportes/semana', query),
    ];
    const { datosAl, ...week } = read;
    expect(week).toEqual(counted.body);
    expect(Date.parse(datosAl)).toBeGreaterThan(started - MINUTE);
  });

  it('and none of them is trivially zero', async () => {
    const { body: counts } = await supervisor.get('/api/seguimiento/conteo');
    for (const name of ['total', 'sinNacimiento', 'control', 'vacunas']) expect(counts[name], name).toBeGreaterThan(0);
    const { body: week } = await supervisor.get('/api/reportes/semana');
    expect(week.filas.length).toBeGreaterThan(4);
    expect(week.general).toMatchObject({ ninos: 20, controlesMesAnterior: expect.any(Number) });
    expect(week.general.registros).toBeGreaterThan(5);
  });
});

it('the pages of a long list form the list, including those read from its end', async () => {
  const { body: all } = await supervisor.get('/api/seguimiento');
  expect(all.length).toBeGreaterThan(12);
  const pages: Body[] = [];
  for (let offset = 0; offset < all.length + 5; offset += 5)
    pages.push(...(await snapshotClient.get('/api/seguimiento', { limit: '5', offset: String(offset) })).body);
  expect(pages).toEqual(all);
});

it('the weekly report is paged, and its sums cover all rows', async () => {
  for (const by of [supervisor, snapshotClient]) {
    const { body: all } = await by.get('/api/reportes/semana');
    const { body: page, headers } = await by.get('/api/reportes/semana', { limit: '2', offset: '1' });
    expect(page).toEqual({ ...all, filas: all.filas.slice(1, 3) });
    expect(headers['x-total-count']).toBe(String(all.filas.length));
    const { body: beyond } = await by.get('/api/reportes/semana', { limit: '2', offset: '90' });
    expect(beyond).toEqual({ ...all, filas: [] });
    expect((await by.get('/api/reportes/semana', { limit: '0' })).status).toBe(400);
  }
});

it('a brigade, a filter by user and a search are counted afresh', async () => {
  const brigade = new ApiClient(appWithSnapshots, rosa.token);
  const before = (await brigade.get('/api/seguimiento/conteo')).body;
  await snapshotClient.get('/api/seguimiento/conteo');
  await createRecord(rosa, 'nino', { fechanacimiento: '', nombres: 'ZOILA' });
  const unborn = async (by: ApiClient, query = {}) =>
    (await by.get('/api/seguimiento/conteo', query)).body.sinNacimiento;
  expect(await unborn(brigade)).toBe(before.sinNacimiento + 1);
  expect(await unborn(snapshotClient, { responsable: rosa.id })).toBe(before.sinNacimiento + 1);
  expect(await unborn(snapshotClient, { q: 'zoila' })).toBe(1);
});

it('a snapshot is built by statements about a few children each and read without any', async () => {
  // One that took long to compute is stored for all processes.
  await api.database.db.delete(pictureTable);
  const fresh = await buildApp({ database: api.database, secret: SECRET, pictures: { above: 0, piece: PIECE } });
  const client = new ApiClient(fresh, supervisor.token);
  const children = Number((await supervisor.get('/api/nino', { limit: '1' })).headers['x-total-count']);
  const first = await sentStatements(() => client.get('/api/seguimiento/conteo'));
  expect(first.filter((sql) => sql.includes('filter (where')).length).toBe(Math.floor(children / PIECE) + 1);
  const second = await sentStatements(() => client.get('/api/seguimiento/conteo'));
  expect(second.filter((sql) => sql.includes('filter (where'))).toEqual([]);
  await fresh.close();
});
