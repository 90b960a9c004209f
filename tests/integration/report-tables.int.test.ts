import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshEverything } from '#server/modules/records/refresh-children.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { createPopulation, type Population } from '../support/report-population.ts';
import type { TestUser } from '../support/test-api.ts';

/** Every expected row was worked out by hand from the population. */
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
  return answer;
};
const names = (rows: Body[]) => rows.map(({ nombres }) => nombres);
const totalOf = ({ headers }: { headers: Body }) => Number(headers['x-total-count']);

describe('desnutricion', () => {
  const followed = async (query: Query = {}) => {
    const answer = await report('desnutricion', query);
    if (!query.limit && !query.offset) expect(totalOf(answer)).toBe(answer.body.length);
    return names(answer.body);
  };

  it('has one row per child with a control, its latest, latest first', async () => {
    const row = (nombres: string, edad: number, peso: number, longitud: number, estado: string, fecha: string) => ({
      _id: people.ids[nombres],
      nombres,
      apellidos: 'CUJÍ',
      edad,
      peso,
      longitud,
      estado,
      fecha,
    });
    const answer = await report('desnutricion');
    expect(answer.body).toEqual([
      row('ANA', 12, 8, 73.2, 'Desnutrición', '2026-03-31'),
      row('HUGO', 10, 9, 73.2, 'Normal', '2026-03-01'),
      row('CIRO', 15, 9.1, 74, 'Normal', '2026-02-28'),
      row('KAI', 3, 8.01, 73.2, 'Sobrepeso', '2026-02-15'),
      row('JAN', 3, 4, 73.2, 'Normal', '2026-02-15'),
      row('FE', 9, 7.2, 73.2, 'Normal', '2026-02-10'),
      row('DORA', 15, 9.1, 73.99, 'Desnutrición', '2026-02-01'),
      row('BEA', 12, 8.2, 73.2, 'Normal', '2026-01-31'),
      row('GIL', 6, 7, 73.2, 'Normal', '2026-01-01'),
      row('ELI', 24, 14.91, 91.5, 'Sobrepeso', '2025-12-31'),
    ]);
    expect([totalOf(answer), answer.headers['content-type']]).toEqual([10, 'application/json; charset=utf-8']);
    expect((await report('desnutricion', { limit: '1000' })).body).toEqual(answer.body);
  });

  it.each<[Query, string[]]>([
    [{ estado: 'Desnutrición' }, ['ANA', 'DORA']],
    [{ estado: 'desnutricion' }, ['ANA', 'DORA']],
    [{ estado: 'SOBREPESO' }, ['KAI', 'ELI']],
    [{ estado: 'No evaluado' }, []],
    [{ estado: '', canton: 'guano' }, ['CIRO', 'DORA']],
    [{ estado: 'Desnutrición', provincia: 'chimborazo', establecimiento: 'Puesto Guano' }, ['DORA']],
    [{ provincia: 'GALAPAGOS' }, []],
    [{ desde: '2026-02-15' }, ['ANA', 'HUGO', 'CIRO', 'KAI', 'JAN']],
    [{ desde: '2026-02-16' }, ['ANA', 'HUGO', 'CIRO']],
    [{ hasta: '2026-01-01' }, ['GIL', 'ELI']],
    [{ hasta: '2025-12-30' }, []],
    [{ desde: '2026-02-28', hasta: '2026-03-01' }, ['HUGO', 'CIRO']],
    // ANA's earlier control does not count.
    [{ desde: '2026-01-10', hasta: '2026-01-10' }, []],
    [{ desde: '2026-03-01', hasta: '2026-02-28' }, []],
    [{ q: 'an' }, ['ANA', 'JAN']],
    [{ q: 'CUJI e' }, ['FE', 'BEA', 'ELI']],
    [{ q: '%' }, []],
    [{ q: 'a', estado: 'normal', hasta: '2026-02-15' }, ['JAN', 'BEA']],
    [{ periodo: '0' }, ['ANA', 'HUGO', 'CIRO', 'KAI', 'JAN', 'FE', 'DORA', 'BEA', 'GIL', 'ELI']],
    [{ periodo: '' }, ['ANA', 'HUGO', 'CIRO', 'KAI', 'JAN', 'FE', 'DORA', 'BEA', 'GIL', 'ELI']],
  ])('filtered by %j', async (query, expected) => {
    expect(await followed(query)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['fecha', ['ELI', 'GIL', 'BEA', 'DORA', 'FE', 'KAI', 'JAN', 'CIRO', 'HUGO', 'ANA']],
    ['nombres', ['ANA', 'BEA', 'CIRO', 'DORA', 'ELI', 'FE', 'GIL', 'HUGO', 'JAN', 'KAI']],
    ['-peso', ['ELI', 'DORA', 'CIRO', 'HUGO', 'BEA', 'KAI', 'ANA', 'FE', 'GIL', 'JAN']],
    ['longitud', ['KAI', 'JAN', 'HUGO', 'GIL', 'FE', 'BEA', 'ANA', 'DORA', 'CIRO', 'ELI']],
    ['edad', ['KAI', 'JAN', 'GIL', 'FE', 'HUGO', 'BEA', 'ANA', 'DORA', 'CIRO', 'ELI']],
    ['estado', ['DORA', 'ANA', 'JAN', 'HUGO', 'GIL', 'FE', 'CIRO', 'BEA', 'KAI', 'ELI']],
  ])('sort=%s breaks ties by the latest registration', async (sort, expected) => {
    expect(await followed({ sort })).toEqual(expected);
    const pages: string[] = [];
    for (let offset = 0; offset < 10; offset += 3)
      pages.push(...(await followed({ sort, limit: '3', offset: String(offset) })));
    expect(pages).toEqual(expected);
  });

  it('reports the total before paging', async () => {
    const page = await report('desnutricion', { limit: '1', offset: '1', estado: 'desnutrición' });
    expect([names(page.body), totalOf(page)]).toEqual([['DORA'], 2]);
    expect(names((await report('desnutricion', { offset: '8' })).body)).toEqual(['GIL', 'ELI']);
    expect((await report('desnutricion', { limit: '5', offset: '10' })).body).toEqual([]);
  });

  it.each([
    ['periodo', '2', '-1', 'x', '1.0', '01', '24'],
    ['desde', 'ayer', '2026-02-30'],
    ['hasta', '31/01/2026'],
    ['sort', 'orden', 'cedula', '_id', 'controlFecha', '__proto__'],
    ['limit', '0', '1001'],
    ['offset', '-1'],
  ])('a wrong %s is refused', async (name, ...values) => {
    for (const value of values) {
      const answer = await supervisor.get('/api/reportes/desnutricion', { [name]: value });
      expect([answer.status, answer.body.message], value).toEqual([400, [{ msg: expect.any(String), path: name }]]);
    }
  });

  it('loses a child whose last control is deleted', async () => {
    const control = await createRecord(supervisor, 'control', { fecha: '2026-05-01' }, people.ids.INES);
    expect((await followed({}))[0]).toBe('INES');
    await supervisor.delete(`/api/control/${control._id}`);
    expect(await followed({ q: 'ines' })).toEqual([]);
  });
});

describe('vacunas', () => {
  const row = (nombres: string, vacunas: number) => ({ _id: people.ids[nombres], nombres, apellidos: 'CUJÍ', vacunas });

  // proves 4.47
  it('has one row per child with a vaccine, latest registered first', async () => {
    const answer = await report('vacunas');
    expect(answer.body).toEqual([row('FE', 1), row('BEA', 1), row('ANA', 3)]);
    expect(totalOf(answer)).toBe(3);
  });

  it.each<[Query, string[], number]>([
    [{ sort: '-vacunas' }, ['ANA', 'FE', 'BEA'], 3],
    [{ sort: 'vacunas', limit: '2' }, ['FE', 'BEA'], 3],
    [{ sort: 'nombres', offset: '1' }, ['BEA', 'FE'], 3],
    [{ canton: 'colta' }, ['BEA', 'ANA'], 2],
    [{ establecimiento: 'Centro Olmedo', provincia: 'MANABI' }, ['FE'], 1],
    [{ provincia: 'LOJA' }, [], 0],
    [{ provincia: 'GALAPAGOS' }, [], 0],
    [{ q: 'cuji be' }, ['BEA'], 1],
    [{ hasta: '2020-01-01' }, [], 0],
  ])('filtered by %j', async (query, expected, total) => {
    const answer = await report('vacunas', query);
    expect([names(answer.body), totalOf(answer)]).toEqual([expected, total]);
  });

  it('follows added and deleted vaccines and a recomputation', async () => {
    const ofHugo = async () => (await report('vacunas', { q: 'hugo' })).body;
    const first = await createRecord(supervisor, 'vacuna', {}, people.ids.HUGO);
    const again = { ...first, esquema: [{ ...first.esquema[0], dosis: 2 }] };
    expect((await supervisor.post('/api/vacuna', { ...again, _id: crypto.randomUUID() })).status).toBe(201);
    // A retry changes nothing.
    const { message: _, createdBy: __, fechaRegistro: ___, version: ____, ...sent } = first;
    expect((await supervisor.post('/api/vacuna', sent)).status).toBe(201);
    expect(await ofHugo()).toEqual([row('HUGO', 2)]);
    await people.api.database.db.execute(sql`update nino set vacunas = 9`);
    await refreshEverything(people.api.database.db);
    expect(await ofHugo()).toEqual([row('HUGO', 2)]);
    for (const { _id } of (await supervisor.get(`/api/vacuna?ninoId=${people.ids.HUGO}`)).body)
      await supervisor.delete(`/api/vacuna/${_id}`);
    expect(await ofHugo()).toEqual([]);
  });
});

describe('conteo', () => {
  const row = (member: 'rosa' | 'luis' | 'sonia', nombre: string, apellido: string, ninos: number, mujeres: number) => {
    const { id, cedula } = people.staff[member];
    return { _id: id, nombre, apellido, cedula, ninos, mujeres, total: ninos + mujeres };
  };
  const luis = (ninos: number, mujeres: number) => row('luis', 'Luis', 'Ortega', ninos, mujeres);
  const rosa = (ninos: number, mujeres: number) => row('rosa', 'Rosa', 'Yuquilema', ninos, mujeres);
  const sonia = (ninos: number, mujeres: number) => row('sonia', 'Sonia', 'Paredes', ninos, mujeres);

  it('has every author, including deleted accounts, and the sums', async () => {
    const answer = await report('conteo');
    expect(answer.body).toEqual({
      filas: [luis(5, 0), rosa(4, 1), sonia(2, 2)],
      general: { ninos: 11, mujeres: 3, total: 14 },
    });
    expect(totalOf(answer)).toBe(3);
  });

  it.each<[Query, () => object[], number[], number]>([
    [{ provincia: 'Loja' }, () => [sonia(1, 1)], [1, 1, 2], 1],
    [{ canton: 'colta' }, () => [rosa(3, 1)], [3, 1, 4], 1],
    [{ provincia: 'CHIMBORAZO' }, () => [luis(3, 0), rosa(2, 1)], [5, 1, 6], 2],
    [{ establecimiento: 'Centro Olmedo' }, () => [sonia(2, 1)], [2, 1, 3], 1],
    [{ provincia: 'GALAPAGOS' }, () => [], [0, 0, 0], 0],
    [{ hasta: '2020-01-01' }, () => [], [0, 0, 0], 0],
    [{ desde: '2020-01-01', q: 'sonia' }, () => [sonia(2, 2)], [2, 2, 4], 1],
    // Paging does not change the general total.
    [{ limit: '1', offset: '1' }, () => [rosa(4, 1)], [11, 3, 14], 3],
    [{ limit: '5', offset: '9' }, () => [], [11, 3, 14], 3],
    [{ sort: 'ninos' }, () => [sonia(2, 2), rosa(4, 1), luis(5, 0)], [11, 3, 14], 3],
    [{ sort: '-mujeres' }, () => [sonia(2, 2), rosa(4, 1), luis(5, 0)], [11, 3, 14], 3],
    [{ sort: 'apellido' }, () => [luis(5, 0), sonia(2, 2), rosa(4, 1)], [11, 3, 14], 3],
  ])('filtered by %j', async (query, filas, [ninos, mujeres, total], people) => {
    const answer = await report('conteo', query);
    expect(answer.body).toEqual({ filas: filas(), general: { ninos, mujeres, total } });
    expect(totalOf(answer)).toBe(people);
  });
});

it('responsables has every author of a child, including deleted accounts, and no other user', async () => {
  await people.api.user('ROLE_BRIGADA');
  const names = (await report('responsables')).body;
  const of = (member: 'rosa' | 'luis' | 'sonia', nombre: string, apellido: string) => ({
    _id: people.staff[member].id,
    nombre,
    apellido,
  });
  expect(names).toEqual([
    of('luis', 'Luis', 'Ortega'),
    of('rosa', 'Rosa', 'Yuquilema'),
    of('sonia', 'Sonia', 'Paredes'),
  ]);
});
