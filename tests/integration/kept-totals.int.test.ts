import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#domain/calendar.ts';
import { NO_VALUE } from '#domain/fields/index.ts';
import { STATUSES } from '#domain/growth/status.ts';
import { onlyRow } from '#server/db/counting.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { foldFigures } from '#server/figures/fold-figures.ts';
import { startOfPage, totalOfCreator } from '#server/figures/totals.ts';
import { totalQuery } from '#server/lists/totals.ts';
import { createRecord } from '../support/factories.ts';
import { randomBooklet } from '../support/random-booklet.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let staff: TestUser[];
beforeAll(async () => {
  api = await startTestApi();
  staff = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  const booklet = randomBooklet(api, staff, 7);
  for (let step = 0; step < 120; step += 1) await booklet.step();
  await foldFigures(api.database.db);
  // Some changes are folded, some are not.
  for (let step = 0; step < 30; step += 1) await booklet.step();
});
afterAll(() => api.close());

const PLACES: Record<string, string>[] = [
  {},
  { provincia: 'CHIMBORAZO' },
  { canton: 'OLMEDO' },
  { canton: NO_VALUE },
  { provincia: NO_VALUE },
  { provincia: 'CHIMBORAZO', canton: 'COLTA' },
  { provincia: NO_VALUE, canton: 'COLTA' },
  { establecimiento: 'Centro Olmedo' },
  { establecimiento: NO_VALUE },
  { provincia: 'MANABÍ', establecimiento: 'Centro Olmedo' },
  { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: 'Puesto Sicalpa' },
  { provincia: 'AZUAY' },
];
const DAYS: Record<string, string>[] = [
  {},
  { desde: addDays(today(), -40) },
  { hasta: addDays(today(), -20) },
  { desde: addDays(today(), -60), hasta: addDays(today(), 3) },
];
const LISTS: [path: string, queries: Record<string, string>[]][] = [
  ['/api/reportes/desnutricion', [{}, ...STATUSES.map((estado) => ({ estado })), { periodo: '1' }, { periodo: '3' }]],
  ['/api/reportes/discrepancias', [{}, ...STATUSES.map((estado) => ({ estado }))]],
  ['/api/reportes/vacunas', [{}, { q: 'a' }]],
  ['/api/control/reporte', [{}, { q: 'a' }]],
  ['/api/vacuna/reporte', [{}]],
];

const placeCondition = (place: Record<string, string>) =>
  sql.join(
    [
      sql`true`,
      ...Object.entries(place).map(
        ([name, value]) => sql`nino.${sql.identifier(name)} = ${value === NO_VALUE ? '' : value}`,
      ),
    ],
    sql` and `,
  );

describe.each(PLACES)('in %o', (place) => {
  it.each(LISTS)('%s reports as many as its rows under every filter', async (path, queries) => {
    for (const query of queries)
      for (const days of DAYS) {
        const filters = { ...place, ...query, ...days };
        const page = await api.admin.get(path, { ...filters, limit: '1' });
        const whole = await api.admin.get(path, filters);
        expect([page.status, whole.status], page.text).toEqual([200, 200]);
        const total = Number(page.headers['x-total-count']);
        expect(total, JSON.stringify(filters)).toBe(whole.body.length);
        expect(Number(whole.headers['x-total-count'])).toBe(total);
      }
    const beyond = await api.admin.get(path, { ...place, limit: '1', offset: '99999' });
    const first = await api.admin.get(path, { ...place, limit: '1' });
    expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], first.headers['x-total-count']]);
  });

  it('dashboard and sexes equal the rows', async () => {
    const { db } = api.database;
    const counted = onlyRow(
      await rawRows<Record<string, unknown>>(
        db,
        sql`select count(*)::int as total, (count(*) filter (where estado = 'Desnutrición'))::int as desnutricion,
          (count(*) filter (where sexo = 'MASCULINO'))::int as masculino, (count(*) filter (where sexo = 'FEMENINO'))::int as femenino,
          (select coalesce(json_agg(m order by mes), '[]') from (select to_char(fecha, 'YYYY-MM') as mes, count(*)::int as controles
            from control join nino on nino._id = parent_id where ${placeCondition(place)} group by 1) as m) as meses
          from nino where ${placeCondition(place)}`,
      ),
    );
    const { body } = await api.admin.get('/api/reportes/tablero', place);
    const meses = body.controlesPorMes.map(({ mes, controles }: Record<string, unknown>) => ({ mes, controles }));
    const { body: sexes } = await api.admin.get('/api/reportes/genero', place);
    const { total, desnutricion } = body;
    expect({ total, desnutricion, ...sexes, meses }).toEqual(counted);
  });

  it('prevalence and weights equal the rows', async () => {
    const { db } = api.database;
    const measured = await rawRows<Record<string, number>>(
      db,
      sql`select count(ztalla)::int as n, (count(*) filter (where ztalla < -2))::int as bajo from nino where ${placeCondition(place)}`,
    );
    const { body } = await api.admin.get('/api/reportes/talla', place);
    const share = (n: number, part: number) => (n === 0 ? null : Math.round((part * 10_000) / n) / 100);
    const { n = 0, bajo = 0 } = onlyRow(measured);
    expect([body.general.n, body.general.bajo.porcentaje]).toEqual([n, share(n, bajo)]);
    const months = await rawRows<Record<string, unknown>>(
      db,
      sql`select to_char(fecha, 'YYYY-MM') as mes, count(control.ztalla)::int as n from control join nino on nino._id = parent_id
        where ultimo_del_mes and ${placeCondition(place)} group by 1 order by 1`,
    );
    expect(body.meses.map((row: Record<string, unknown>) => ({ mes: row.mes, n: row.n }))).toEqual(months);
    const weights = await rawRows<Record<string, unknown>>(
      db,
      sql`select canton, count(*)::int as controles, round(avg(peso), 2)::float8 as promedio from control join nino on nino._id = parent_id
        where canton <> '' and canton <> 'OLMEDO' and ${placeCondition(place)} group by 1 order by 1`,
    );
    const answer = (await api.admin.get('/api/reportes/peso-canton', place)).body as Record<string, unknown>[];
    const simple = answer.filter(({ canton }) => canton !== 'OLMEDO');
    expect(simple.map(({ canton, controles, promedio }) => ({ canton, controles, promedio }))).toEqual(weights);
  });

  it('counts by author equal the rows, in total and by day', async () => {
    const all = await api.admin.get('/api/reportes/conteo', place);
    const since = await api.admin.get('/api/reportes/conteo', { ...place, desde: '2000-01-01' });
    expect(all.body).toEqual(since.body);
    expect(all.headers['x-total-count']).toBe(since.headers['x-total-count']);
    const [page] = (await api.admin.get('/api/reportes/conteo', { ...place, limit: '1' })).body.filas;
    expect(page).toEqual(since.body.filas[0]);
    const beyond = await api.admin.get('/api/reportes/conteo', { ...place, limit: '1', offset: '50' });
    expect(beyond.body).toEqual({ filas: [], general: since.body.general });
  });
});

describe('for lists of people', () => {
  it('the number of persons by author is maintained', async () => {
    const { db } = api.database;
    for (const { id } of staff) {
      const counted = await rawRows<{ n: number }>(
        db,
        sql`select count(*)::int as n from nino where created_by = ${id}`,
      );
      const total = onlyRow(await totalQuery(db, totalOfCreator('ninos', id), undefined, false));
      expect(total.total).toBe(onlyRow(counted).n);
      expect(total.total).toBeGreaterThan(0);
    }
  });

  it('a page deep in the list starts at the correct row', async () => {
    const { db } = api.database;
    const { _id } = await createRecord(api.admin, 'mujer');
    await db.execute(sql`insert into mujer (_id, cedula, hcu, nombres, apellidos, busqueda, created_by, fecha_registro)
      select gen_random_uuid(), (1200000000 + n)::text, hcu, nombres, apellidos, busqueda, created_by, fecha_registro - (n * n % 500) * interval '3 hours'
      from mujer, generate_series(1, 2600) as n where _id = ${_id}`);
    for (const offset of [0, 999, 1000, 1001, 1500, 2100, 2599, 2600, 2700]) {
      const page = (from: ReturnType<typeof sql>, by: number) =>
        rawRows(
          db,
          sql`select _id from mujer where ${from} order by fecha_registro desc, orden desc limit 3 offset ${by}`,
        );
      const start = await startOfPage(db, 'mujeres', offset);
      const rows = await page(start.before ? sql`fecha_registro < ${start.before}` : sql`true`, start.offset);
      expect(rows, String(offset)).toEqual(await page(sql`true`, offset));
      if (start.before) expect(start.offset).toBeLessThan(100);
    }
  });
});
