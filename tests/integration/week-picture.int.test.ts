import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, addMonths, today } from '#domain/calendar.ts';
import { fieldDays } from '#domain/reports/field-week.ts';
import { control, pictureTable, vacuna } from '#server/db/schema.ts';
import { createRandom } from '#server/population/random.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { createRecord } from '../support/factories.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const TODAY = today();
const DAYS = fieldDays(TODAY);
const AFTER = addMonths(DAYS.mes, 1);
const PLACES = [
  { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: 'A' },
  { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: 'B' },
  { provincia: 'LOJA', canton: 'OLMEDO', establecimiento: 'A' },
  { provincia: 'MANABÍ', canton: 'OLMEDO', establecimiento: '' },
];
const CHILDREN = 12;
const RECORDS = 60;

const random = createRandom(20_261_122);
/** Both boundaries of the counted periods, and random days in and around them. */
const FECHAS = [
  ...[DAYS.mesAnterior, DAYS.mes, DAYS.mismoDia, AFTER].flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]),
  ...Array.from({ length: 20 }, () => addDays(DAYS.mesAnterior, random.whole(-5, 70))),
];
const REGISTERED = [
  ...[DAYS.advertenciasDesde, addDays(DAYS.advertenciasDesde, 1), TODAY].flatMap((day) => [addDays(day, -1), day]),
  ...Array.from({ length: 20 }, () => addDays(TODAY, -random.whole(0, 34))),
];

let api: TestApi;
let appWithSnapshots: Awaited<ReturnType<typeof buildApp>>;
let supervisor: TestUser;
let snapshotClient: ApiClient;
const expected = { controlesMes: 0, controlesMesAnterior: 0, controlesMismoDia: 0, registros: 0, advertidos: 0 };

beforeAll(async () => {
  api = await startTestApi();
  appWithSnapshots = await buildApp({ database: api.database, secret: SECRET, pictures: { above: 0, piece: 5 } });
  supervisor = await api.user('ROLE_SUPERVISOR');
  snapshotClient = new ApiClient(appWithSnapshots, supervisor.token);
  const brigades = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  const children: string[] = [];
  for (let child = 0; child < CHILDREN; child += 1) {
    const born = addMonths(TODAY, -random.whole(2, 70));
    const { _id } = await createRecord(random.pick(brigades), 'nino', {
      fechanacimiento: born,
      ...random.pick(PLACES),
    });
    children.push(_id);
  }
  for (let record = 0; record < RECORDS; record += 1) {
    const key = record % 3 === 0 ? 'vacuna' : 'control';
    const { _id } = await createRecord(supervisor, key, {}, random.pick(children));
    const [fecha, day, late, warned] = [
      random.pick(FECHAS),
      random.pick(REGISTERED),
      random.chance(0.5),
      random.chance(0.4),
    ];
    // The first or last instant of a day; today's last instant is still in the future.
    const at = `${day}T${late && day < TODAY ? '23:59:59.999' : '00:00:00'}-05:00`;
    const registered = { fechaRegistro: new Date(at), advertida: warned };
    const { db } = api.database;
    if (key === 'vacuna') await db.update(vacuna).set(registered).where(eq(vacuna._id, _id));
    else {
      await db
        .update(control)
        .set({ ...registered, fecha })
        .where(eq(control._id, _id));
      expected.controlesMes += Number(fecha >= DAYS.mes && fecha < AFTER);
      expected.controlesMesAnterior += Number(fecha >= DAYS.mesAnterior && fecha < DAYS.mes);
      expected.controlesMismoDia += Number(fecha >= DAYS.mesAnterior && fecha <= DAYS.mismoDia);
    }
    expected.registros += Number(day >= DAYS.advertenciasDesde);
    expected.advertidos += Number(warned && day >= DAYS.advertenciasDesde);
  }
});
afterAll(async () => {
  await appWithSnapshots.close();
  await api.close();
});

it.each([
  {},
  { provincia: 'CHIMBORAZO' },
  { canton: 'OLMEDO' },
  { provincia: 'LOJA', canton: 'OLMEDO' },
  { establecimiento: 'B' },
])('the weekly report is the same from its days as counted at once, with %o', async (query) => {
  const { body: counted } = await supervisor.get('/api/reportes/semana', query);
  const { datosAl, ...read } = (await snapshotClient.get('/api/reportes/semana', query)).body;
  expect(datosAl).toBeTypeOf('string');
  expect(read).toEqual(counted);
  expect(counted.filas.length).toBeGreaterThan(0);
});

it('the weekly report equals the records', async () => {
  for (const by of [supervisor, snapshotClient])
    expect((await by.get('/api/reportes/semana')).body.general).toMatchObject(expected);
  for (const figure of Object.values(expected)) expect(figure).toBeGreaterThan(0);
});

it('no statement of the snapshot reads more than one day of records', async () => {
  // One that took long to compute is stored for all processes.
  await api.database.db.delete(pictureTable);
  const fresh = await buildApp({ database: api.database, secret: SECRET, pictures: { above: 0 } });
  const client = new ApiClient(fresh, supervisor.token);
  const sent = await sentStatements(() => client.get('/api/reportes/semana'));
  await fresh.close();
  const about = (table: string) => sent.filter((text) => text.includes(`from "${table}"`) && text.includes('lateral'));
  const controls = about('control').filter((text) => !text.includes('union all'));
  expect(controls.length).toBe(Math.round((Date.parse(AFTER) - Date.parse(DAYS.mesAnterior)) / 86_400_000));
  expect(about('vacuna').length).toBe(30);
});

const countsIn = (sent: string[]) => sent.filter((text) => text.includes('lateral')).length;

it('a week counted at once joins the children of all records instead of looking each up', async () => {
  const sent = await sentStatements(() => supervisor.get('/api/reportes/semana'));
  expect(countsIn(sent)).toBe(2);
  expect(sent.filter((text) => text.includes('lateral') && text.includes('limit'))).toEqual([]);
});

it('a server that listens computes its pictures before anybody asks', async () => {
  const app = await buildApp({ database: api.database, secret: SECRET, pictures: { above: 0, piece: 5 } });
  const counting = (sent: string[]) => sent.filter((text) => text.includes('some_children'));
  expect(counting(await sentStatements(async () => void (await app.ready())))).toEqual([]);
  const sent = await sentStatements(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    await app.close();
  });
  // Those of visits, and those of reports.
  expect(counting(sent)).toHaveLength(2);
});
