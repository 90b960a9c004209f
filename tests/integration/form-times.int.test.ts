import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMonths, today } from '#domain/calendar.ts';
import { type Body, bodyWith, createRecord, recordOf } from '../support/factories.ts';
import { createLane, creating, valuesFor } from '../support/lane.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const WRONG = ['-1', '3601', '1.5', 'abc', '9'.repeat(5_000)];

let api: TestApi;
let brigade: TestUser;
let child: string;

const bodyFor = (key: string): Body => ({ ...bodyWith(recordOf(key), child), _id: crypto.randomUUID() });
async function save(key: string, seconds: string, body = bodyFor(key)): Promise<void> {
  const { status } = await brigade.send({
    ...{ method: 'POST', url: `/api/${key}`, payload: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', 'x-segundos': seconds },
  });
  expect(status).toBe(201);
}

/** Records of every way are saved first, because times are stored together some seconds later. */
beforeAll(async () => {
  api = await startTestApi();
  brigade = await api.user('ROLE_BRIGADA');
  child = (await createRecord(brigade, 'nino'))._id;
  for (const seconds of ['10', '10', '10', '200']) await save('control', seconds);
  for (const seconds of [...WRONG, '30']) await save('tamizaje', seconds);
  const repeated = bodyFor('anemia');
  for (let time = 0; time < 3; time += 1) await save('anemia', '20', repeated);
});
afterAll(() => api.close());

const read = async (): Promise<Body[]> => (await api.admin.get('/api/reportes/tiempos')).body;
const timesOf = async (tipo: string) => (await read()).find((row) => row.tipo === tipo);
const expectCount = (tipo: string, count: number) =>
  expect.poll(async () => (await timesOf(tipo))?.registros).toBe(count);

it('the times of saved forms are counted by record type and month, and name nobody', async () => {
  await expectCount('control', 4);
  expect(await timesOf('control')).toEqual({
    ...{ tipo: 'control', mes: today().slice(0, 7), registros: 4 },
    ...{ mediana: 9, p90: 201 },
  });
});

it('a record with another value than a time is saved without it', async () => {
  await expectCount('tamizaje', 1);
});

it('a repeated save is counted once', async () => {
  await expectCount('anemia', 1);
});

it('an operation recorded without signal brings its time, once, and another value does no harm', async () => {
  const lane = createLane(brigade);
  const vaccine = (segundos: unknown) => creating('vacuna', { persona: child, valores: valuesFor('vacuna'), segundos });
  const first = vaccine(15);
  const outcomes = await lane.send(first, vaccine(-3), vaccine({ a: 1 }), vaccine('15'));
  expect(outcomes.map(({ estado }) => estado)).toEqual(['hecha', 'hecha', 'hecha', 'hecha']);
  await lane.send(first, vaccine(16));
  await expectCount('vacuna', 2);
});

it('a record that waited on a device counts in the month of its writing; a wrong clock counts in this month', async () => {
  const month = (back: number) => addMonths(today(), -back).slice(0, 7);
  const lane = createLane(brigade);
  const at = (capturado: string) =>
    creating('rn', { persona: child, valores: valuesFor('rn'), segundos: 60, capturado });
  await lane.send(at(`${month(1)}-15T12:00:00.000Z`), at('2019-01-15T12:00:00.000Z'), at('2099-01-15T12:00:00.000Z'));
  const counts = async () =>
    (await read()).filter(({ tipo }) => tipo === 'rn').map(({ mes, registros }) => [mes, registros]);
  await expect.poll(counts).toEqual([
    [month(0), 2],
    [month(1), 1],
  ]);
});
