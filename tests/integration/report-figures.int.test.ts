import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord } from '../support/factories.ts';
import { createPopulation, type Population } from '../support/report-population.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** Every expected figure was worked out by hand from the population. */
let people: Population;
let supervisor: TestUser;
beforeAll(async () => {
  people = await createPopulation();
  supervisor = await people.api.user('ROLE_SUPERVISOR');
});
afterAll(() => people.api.close());

type Query = Record<string, string>;
const report = async (name: string, query: Query = {}) => {
  const answer = await supervisor.get(`/api/reportes/${name}`, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

describe('tablero', () => {
  // proves 9.42
  it('counts children, those with Desnutrición and the controls of each month', async () => {
    expect(await report('tablero')).toEqual({
      total: 11,
      desnutricion: 2,
      tasa: 18.18,
      controlesPorMes: [
        { mes: '2025-12', etiqueta: 'DIC 2025', controles: 2 },
        { mes: '2026-01', etiqueta: 'ENE 2026', controles: 3 },
        { mes: '2026-02', etiqueta: 'FEB 2026', controles: 5 },
        { mes: '2026-03', etiqueta: 'MAR 2026', controles: 2 },
      ],
    });
  });

  const FEBRUARY = { mes: '2026-02', etiqueta: 'FEB 2026' };
  it.each<[Query, number, number, number, object[]]>([
    [
      { provincia: 'CHIMBORAZO' },
      5,
      2,
      40,
      [
        { mes: '2026-01', etiqueta: 'ENE 2026', controles: 2 },
        { ...FEBRUARY, controles: 2 },
        { mes: '2026-03', etiqueta: 'MAR 2026', controles: 1 },
      ],
    ],
    [{ provincia: 'chimborazo', canton: 'Guano' }, 3, 1, 33.33, [{ ...FEBRUARY, controles: 2 }]],
    [{ establecimiento: 'Puesto Guano' }, 3, 1, 33.33, [{ ...FEBRUARY, controles: 2 }]],
    [{ provincia: 'manabi' }, 1, 0, 0, [{ ...FEBRUARY, controles: 1 }]],
    [{ canton: 'oña' }, 1, 0, 0, [{ ...FEBRUARY, controles: 1 }]],
    [{ canton: 'OLMEDO', provincia: 'Loja' }, 1, 0, 0, [{ mes: '2025-12', etiqueta: 'DIC 2025', controles: 2 }]],
    [{ provincia: 'AZUAY', canton: 'CUENCA' }, 0, 0, 0, []],
    [{ provincia: 'GALAPAGOS' }, 0, 0, 0, []],
    [{ establecimiento: '%' }, 0, 0, 0, []],
    [{ establecimiento: 'puesto guano' }, 0, 0, 0, []],
  ])('filtered by %j', async (query, total, desnutricion, tasa, controlesPorMes) => {
    expect(await report('tablero', query)).toEqual({ total, desnutricion, tasa, controlesPorMes });
  });

  it('ignores blank filters', async () => {
    const blank = { provincia: '', canton: ' ', establecimiento: '' };
    expect(await report('tablero', blank)).toEqual(await report('tablero'));
  });
});

describe('genero', () => {
  it.each<[Query, number, number]>([
    [{}, 4, 5],
    [{ provincia: 'CHIMBORAZO' }, 2, 2],
    [{ canton: 'COLTA' }, 1, 2],
    [{ canton: 'olmedo' }, 0, 1],
    [{ establecimiento: 'Centro Olmedo', provincia: 'LOJA' }, 0, 0],
    [{ provincia: 'GALAPAGOS' }, 0, 0],
  ])('filtered by %j, without those of unknown sex', async (query, masculino, femenino) => {
    expect(await report('genero', query)).toEqual({ masculino, femenino });
  });
});

describe('peso-canton', () => {
  // (8 + 8.19 + 8.2 + 9) / 4 = 8.3475; HUGO's province follows from his canton.
  const COLTA = { canton: 'COLTA', provincia: 'CHIMBORAZO', promedio: 8.35, controles: 4 };
  const GUANO = { canton: 'GUANO', provincia: 'CHIMBORAZO', promedio: 9.1, controles: 2 };
  // (14.9 + 14.91) / 2 = 14.905, a tie.
  const OLMEDO_LOJA = { canton: 'OLMEDO', provincia: 'LOJA', promedio: 14.91, controles: 2 };
  const OLMEDO_MANABI = { canton: 'OLMEDO', provincia: 'MANABÍ', promedio: 7.2, controles: 1 };
  const ONA = { canton: 'OÑA', provincia: 'AZUAY', promedio: 4, controles: 1 };
  const OTAVALO = { canton: 'OTAVALO', provincia: 'IMBABURA', promedio: 8.01, controles: 1 };

  it.each<[Query, object[]]>([
    [{}, [COLTA, GUANO, OLMEDO_LOJA, OLMEDO_MANABI, ONA, OTAVALO]],
    [{ canton: 'olmedo' }, [OLMEDO_LOJA, OLMEDO_MANABI]],
    [{ canton: 'Colta' }, [COLTA]],
    // Filters use the stored province: (8 + 8.19 + 8.2) / 3 = 8.13.
    [{ canton: 'Colta', provincia: 'chimborazo' }, [{ ...COLTA, promedio: 8.13, controles: 3 }]],
    [{ establecimiento: 'Centro Olmedo' }, [OLMEDO_LOJA, OLMEDO_MANABI]],
    [{ provincia: 'GALAPAGOS' }, []],
  ])('filtered by %j, in Spanish alphabetical order', async (query, rows) => {
    expect(await report('peso-canton', query)).toEqual(rows);
  });
});

describe('the figures follow the records', () => {
  it('when a control is added and deleted', async () => {
    const before = [await report('tablero'), await report('peso-canton')];
    const control = { fecha: '2026-04-01', edad: 12, peso: 8.2 };
    const { _id } = await createRecord(supervisor, 'control', control, people.ids.ANA);
    const tablero = await report('tablero');
    expect(tablero).toMatchObject({ total: 11, desnutricion: 1, tasa: 9.09 });
    expect(tablero.controlesPorMes.at(-1)).toEqual({ mes: '2026-04', etiqueta: 'ABR 2026', controles: 1 });
    // 41.59 / 5 = 8.318
    expect((await report('peso-canton'))[0]).toMatchObject({ canton: 'COLTA', promedio: 8.32, controles: 5 });
    await supervisor.delete(`/api/control/${_id}`);
    expect([await report('tablero'), await report('peso-canton')]).toEqual(before);
  });
});

describe('a wrong query is refused', () => {
  it.each(['tablero', 'genero', 'peso-canton', 'desnutricion', 'vacunas', 'conteo'])('%s', async (name) => {
    const answer = await supervisor.get(`/api/reportes/${name}?provincia=A&provincia=B&canton=${'x'.repeat(201)}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message.map(({ path }: { path: string }) => path)).toEqual(['provincia', 'canton']);
    const unknown = await supervisor.get(`/api/reportes/${name}`, { otra: 'cosa' });
    expect(unknown.status).toBe(200);
  });
});

describe('without records', () => {
  let empty: TestApi;
  beforeAll(async () => {
    empty = await startTestApi();
  });
  afterAll(() => empty.close());

  it.each<[string, unknown]>([
    ['tablero', { total: 0, desnutricion: 0, tasa: 0, controlesPorMes: [] }],
    ['genero', { masculino: 0, femenino: 0 }],
    ['peso-canton', []],
    ['desnutricion', []],
    ['vacunas', []],
    ['conteo', { filas: [], general: { ninos: 0, mujeres: 0, total: 0 } }],
  ])('%s is empty', async (name, expected) => {
    for (const query of ['', '?provincia=AZUAY']) {
      const answer = await empty.admin.get(`/api/reportes/${name}${query}`);
      expect([answer.status, answer.body]).toEqual([200, expected]);
    }
  });

  it('a child without controls counts in the total and by sex only', async () => {
    await createRecord(empty.admin, 'nino', { sexo: 'femenino' });
    expect((await empty.admin.get('/api/reportes/tablero')).body).toEqual({
      total: 1,
      desnutricion: 0,
      tasa: 0,
      controlesPorMes: [],
    });
    expect((await empty.admin.get('/api/reportes/genero')).body).toEqual({ masculino: 0, femenino: 1 });
    expect((await empty.admin.get('/api/reportes/desnutricion')).body).toEqual([]);
  });
});

it('roles other than supervision read no report', async () => {
  const usuario = await people.api.user('ROLE_USUARIO');
  const names = ['tablero', 'genero', 'peso-canton', 'desnutricion', 'vacunas', 'conteo'];
  const urls = [...names.map((name) => `/api/reportes/${name}`), '/api/control/reporte', '/api/vacuna/reporte'];
  for (const url of urls) {
    expect((await people.api.admin.get(url)).status, url).toBe(200);
    expect((await supervisor.get(url)).status, url).toBe(200);
    for (const client of [people.staff.rosa, usuario])
      expect(await client.get(url), url).toMatchObject({
        status: 403,
        body: { message: 'Tu usuario no tiene permiso para hacer esto.' },
      });
    expect((await people.api.anonymous.get(url)).status, url).toBe(401);
  }
});
