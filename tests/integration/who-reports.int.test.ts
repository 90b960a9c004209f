import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, addMonths, today } from '#domain/calendar.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/**
 * Boys of exactly 365 days. WHO limits in cm: median 75.7, −2 SD 71.0, −3 SD 68.6, below −6 SD (flagged) 61.4; in kg: median 9.6, −2 SD 7.7. The
 * programme's limits at 12 months are 8.2 and 12.2 kg.
 */
const TALL = 75.7;
const SHORT = 70.5;
const VERY_SHORT = 68;
const IMPOSSIBLE = 60;

const lastMonth = addMonths(`${today().slice(0, 7)}-01`, -1);
const monthBefore = addMonths(lastMonth, -1);
const COLTA = { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: '' };
const LOJA = { provincia: 'LOJA', canton: 'LOJA', establecimiento: '' };

let api: TestApi;
let supervisor: TestUser;
const ids: Record<string, string> = {};

async function child(nombres: string, place: Body, change: Body = {}) {
  const person = { nombres, sexo: 'MASCULINO', fechanacimiento: addDays(lastMonth, -365), ...place, ...change };
  const { _id } = await createRecord(supervisor, 'nino', person);
  ids[nombres] = _id;
  return _id;
}
const control = (ninoId: string, fecha: string, longitud: number, peso = 9.6, edad = 12) =>
  createRecord(supervisor, 'control', { fecha, edad, peso, longitud, perimetro: 46 }, ninoId);

beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
  const ana = await child('ANA', COLTA);
  // The last control of a month counts for the month, the latest for the total.
  await control(ana, monthBefore, SHORT, 9, 11);
  await control(ana, addDays(lastMonth, 1), TALL);
  await control(ana, lastMonth, SHORT);
  await control(await child('BEA', COLTA), lastMonth, SHORT, 8.2);
  await control(await child('CIRO', COLTA), lastMonth, VERY_SHORT, 7.6);
  await control(await child('DORA', COLTA), lastMonth, IMPOSSIBLE);
  await control(await child('ELI', LOJA), lastMonth, SHORT, 12.3);
  await control(await child('FE', LOJA, { sexo: '' }), lastMonth, SHORT);
  await control(await child('GIL', LOJA, { fechanacimiento: '' }), lastMonth, SHORT);
  await child('HUGO', LOJA);
});
afterAll(() => api.close());

const report = async (name: string, query: Record<string, string> = {}) => {
  const answer = await supervisor.get(`/api/reportes/${name}`, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const of = (casos: number, porcentaje: number, intervalo: [number, number]) => ({ casos, porcentaje, intervalo });

describe('low length for age', () => {
  const COLTA_SHARES = { n: 3, bajo: of(2, 66.67, [20.77, 93.85]), severa: of(1, 33.33, [6.15, 79.23]) };
  const LOJA_SHARES = { n: 1, bajo: of(1, 100, [20.65, 100]), severa: of(0, 0, [0, 79.35]) };

  it('counts the latest control of each child, without flagged and unknown values', async () => {
    expect(await report('talla')).toEqual({
      corregidos: 0,
      general: { n: 4, bajo: of(3, 75, [30.06, 95.44]), severa: of(1, 25, [4.56, 69.94]) },
      provincias: [
        { provincia: 'CHIMBORAZO', ...COLTA_SHARES },
        { provincia: 'LOJA', ...LOJA_SHARES },
      ],
      cantones: [
        { provincia: 'LOJA', canton: 'LOJA', ...LOJA_SHARES },
        { provincia: 'CHIMBORAZO', canton: 'COLTA', ...COLTA_SHARES },
      ],
      meses: [
        {
          mes: monthBefore.slice(0, 7),
          etiqueta: monthLabel(monthBefore.slice(0, 7)),
          n: 1,
          bajo: of(0, 0, [0, 79.35]),
          severa: of(0, 0, [0, 79.35]),
        },
        {
          mes: lastMonth.slice(0, 7),
          etiqueta: monthLabel(lastMonth.slice(0, 7)),
          n: 4,
          bajo: of(3, 75, [30.06, 95.44]),
          severa: of(1, 25, [4.56, 69.94]),
        },
      ],
    });
  });

  it('is filtered by place', async () => {
    const { general, cantones } = await report('talla', { canton: 'loja' });
    expect([general, cantones]).toEqual([LOJA_SHARES, [{ provincia: 'LOJA', canton: 'LOJA', ...LOJA_SHARES }]]);
    const { general: empty, meses } = await report('talla', { canton: 'QUITO' });
    expect(empty).toEqual({
      n: 0,
      bajo: { casos: 0, porcentaje: null, intervalo: null },
      severa: { casos: 0, porcentaje: null, intervalo: null },
    });
    expect(meses).toEqual([]);
  });

  it('follows the child’s sex and birth date and the deletion of a control', async () => {
    const before = (await report('talla', { canton: 'LOJA' })).general.n;
    const fe = (await supervisor.get(`/api/nino/${ids.FE}`)).body;
    await supervisor.put(`/api/nino/${ids.FE}`, { ...fe, sexo: 'FEMENINO' });
    expect((await report('talla', { canton: 'LOJA' })).general.n).toBe(before + 1);
    const [only] = (await supervisor.get(`/api/control?ninoId=${ids.FE}`)).body;
    expect(only).not.toHaveProperty('ztalla');
    await supervisor.delete(`/api/control/${only._id}`);
    expect((await report('talla', { canton: 'LOJA' })).general.n).toBe(before);
  });
});

describe('a disagreement of programme and WHO', () => {
  it('is listed with both results', async () => {
    const rows = await report('discrepancias', { sort: 'nombres' });
    expect(
      rows.map(({ nombres, estado, ztalla, discrepancia }: Body) => [nombres, estado, ztalla, discrepancia]),
    ).toEqual([
      // 8.2 kg is normal by the programme; CIRO's 7.6 kg is Desnutrición by both.
      ['BEA', 'Normal', -2.21, 'La OMS encuentra talla baja para la edad.'],
      // An implausible length and weight for length say nothing.
      ['ELI', 'Sobrepeso', -2.21, 'La OMS encuentra talla baja para la edad.'],
    ]);
  });

  it('is of one control: a child whose latest control is in the future is not listed', async () => {
    const ida = await child('IDA', { provincia: 'LOJA', canton: 'SARAGURO' });
    await control(ida, lastMonth, SHORT, 8.2);
    const listed = async () =>
      (await report('discrepancias', { canton: 'SARAGURO' })).map(({ estado }: Body) => estado);
    expect(await listed()).toEqual(['Normal']);
    const { _id } = await control(ida, addDays(today(), 10), SHORT, 14, 14);
    expect(await listed()).toEqual([]);
    expect((await supervisor.delete(`/api/control/${_id}`)).status).toBe(200);
    expect(await listed()).toEqual(['Normal']);
    await supervisor.delete(`/api/nino/${ida}`);
  });

  it('is filtered, sorted and counted', async () => {
    const answer = await supervisor.get('/api/reportes/discrepancias', { estado: 'Sobrepeso', limit: '1' });
    expect([answer.headers['x-total-count'], answer.body[0].nombres]).toEqual(['1', 'ELI']);
    expect(await report('discrepancias', { canton: 'COLTA' })).toHaveLength(1);
    expect(await report('discrepancias', { q: 'eli' })).toHaveLength(1);
  });
});

it('only supervision reads the WHO reports', async () => {
  const brigada = await api.user('ROLE_BRIGADA');
  for (const name of ['talla', 'discrepancias', 'semana'])
    expect((await brigada.get(`/api/reportes/${name}`)).status, name).toBe(403);
});

it('z-scores missing from an earlier version are computed when the server runs', async () => {
  const { refreshOutdated } = await import('#server/modules/records/refresh-children.ts');
  await api.database.db.execute(sql`update nino set revisar = '1900-01-01', ztalla = null, estado = 'No evaluado'`);
  expect((await report('talla')).general.n).toBe(0);
  expect(await refreshOutdated(api.database.db)).toBe(8);
  expect((await report('talla')).general.n).toBe(4);
  expect(await refreshOutdated(api.database.db)).toBe(0);
});
