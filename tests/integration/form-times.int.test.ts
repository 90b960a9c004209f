import { afterAll, beforeAll, expect, it } from 'vitest';
import { today } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { type Body, bodyWith, createRecord } from '../support/factories.ts';
import { createLane, creating, valuesFor } from '../support/lane.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let brigade: TestUser;
let child: string;
beforeAll(async () => {
  api = await startTestApi();
  brigade = await api.user('ROLE_BRIGADA');
  child = (await createRecord(brigade, 'nino'))._id;
});
afterAll(() => api.close());

const control = () => ({ ...bodyWith(RECORDS.control, child), _id: crypto.randomUUID() });
const save = async (seconds: string, body: Body = control()) => {
  const { status } = await brigade.send({
    ...{ method: 'POST', url: '/api/control', payload: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', 'x-segundos': seconds },
  });
  expect(status).toBe(201);
};
const read = async (): Promise<Body[]> => (await api.admin.get('/api/reportes/tiempos')).body;
const countOf = async (tipo: string) => Number((await read()).find((row) => row.tipo === tipo)?.registros ?? 0);
/** Times are stored together, some seconds after they were taken. */
const expectCount = (tipo: string, count: number) =>
  expect.poll(() => countOf(tipo), { timeout: 20_000 }).toBe(count);

it('the time of a saved form is counted by record type and month, and names nobody', async () => {
  for (const seconds of ['10', '10', '10', '200']) await save(seconds);
  await expectCount('control', 4);
  expect(await read()).toEqual([
    { tipo: 'control', mes: today().slice(0, 7), registros: 4, mediana: 9, p90: 201 },
  ]);
});

it.each(['-1', '3601', '1.5', 'abc', '9'.repeat(5_000)])('a record with the time %s is saved without it', async (sent) => {
  const before = await countOf('control');
  await save(sent);
  await save('10');
  await expectCount('control', before + 1);
});

it('a repeated save is counted once', async () => {
  const before = await countOf('control');
  const body = control();
  for (let time = 0; time < 3; time += 1) await save('20', body);
  await save('20');
  await expectCount('control', before + 2);
});

it('an operation recorded without signal brings its time, once, and another value does no harm', async () => {
  const lane = createLane(brigade);
  const vaccine = (segundos: unknown) =>
    creating('vacuna', { persona: child, valores: valuesFor('vacuna'), segundos });
  const first = vaccine(15);
  expect(await lane.send(first, vaccine(-3), vaccine({ a: 1 }), vaccine('15'))).toMatchObject(
    Array.from({ length: 4 }, () => ({ estado: 'hecha' })),
  );
  await lane.send(first, vaccine(16));
  await expectCount('vacuna', 2);
});
