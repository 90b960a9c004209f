import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../support/factories.ts';
import { createPopulation, type Population } from '../support/report-population.ts';
import type { TestUser } from '../support/test-api.ts';

/** Every expected name was worked out by hand from the population. */
let people: Population;
let supervisor: TestUser;
beforeAll(async () => {
  people = await createPopulation();
  supervisor = await people.api.user('ROLE_SUPERVISOR');
});
afterAll(() => people.api.close());

type Query = Record<string, string>;

async function listedNames(client: TestUser, path: string, query: Query): Promise<string[]> {
  const answer = await client.get(`/api/${path}`, query);
  expect(answer.status, answer.text).toBe(200);
  expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length);
  const page = await client.get(`/api/${path}`, { ...query, limit: '2', offset: '1' });
  expect(page.body).toEqual(answer.body.slice(1, 3));
  expect(page.headers['x-total-count']).toBe(answer.headers['x-total-count']);
  return answer.body.map(({ nombres }: Body) => nombres);
}

describe('the list of children, newest first', () => {
  it.each<[Query, string[]]>([
    [{ sexo: 'MASCULINO' }, ['JAN', 'GIL', 'DORA', 'ANA']],
    [{ sexo: 'femenino' }, ['KAI', 'HUGO', 'FE', 'CIRO', 'BEA']],
    [{ estado: 'Desnutrición' }, ['DORA', 'ANA']],
    [{ estado: 'desnutricion' }, ['DORA', 'ANA']],
    [{ estado: 'No evaluado' }, ['INES']],
    // A control in the month counts even if a later one follows (ANA in January).
    [{ mes: '2026-01' }, ['GIL', 'BEA', 'ANA']],
    [{ mes: '2026-02' }, ['KAI', 'JAN', 'FE', 'DORA', 'CIRO']],
    [{ mes: '2025-12' }, ['ELI']],
    [{ mes: '2027-01' }, []],
    [{ provincia: 'CHIMBORAZO', canton: 'GUANO', estado: 'Desnutrición' }, ['DORA']],
    [{ establecimiento: 'Puesto Guano', sexo: 'FEMENINO', mes: '2026-02' }, ['CIRO']],
    [{ sexo: '', estado: '', responsable: '', mes: '', canton: 'OTAVALO' }, ['KAI']],
  ])('filtered by %j', async (query, names) => {
    expect(await listedNames(supervisor, 'nino', query)).toEqual(names);
  });

  it('is filtered by author, even one whose account was deleted', async () => {
    const by = (name: keyof Population['staff']) => ({ responsable: people.staff[name].id });
    expect(await listedNames(supervisor, 'nino', by('luis'))).toEqual(['KAI', 'JAN', 'INES', 'DORA', 'CIRO']);
    expect(await listedNames(supervisor, 'nino', { ...by('rosa'), sexo: 'MASCULINO' })).toEqual(['GIL', 'ANA']);
    expect(await listedNames(supervisor, 'nino', { responsable: by('rosa').responsable.toUpperCase() })).toHaveLength(
      4,
    );
    expect(await listedNames(supervisor, 'nino', { responsable: crypto.randomUUID() })).toEqual([]);
  });

  it('shows a brigada its own children with every filter', async () => {
    const { rosa, sonia } = people.staff;
    expect(await listedNames(rosa, 'nino', { estado: 'Desnutrición' })).toEqual(['ANA']);
    expect(await listedNames(rosa, 'nino', { mes: '2026-02' })).toEqual([]);
    expect(await listedNames(rosa, 'nino', { responsable: sonia.id })).toEqual([]);
    expect(await listedNames(rosa, 'nino', { responsable: rosa.id })).toEqual(['HUGO', 'GIL', 'BEA', 'ANA']);
  });

  it.each(['sexo', 'estado', 'responsable', 'mes'])('refuses a repeated or overlong %s', async (name) => {
    for (const query of [`${name}=1&${name}=2`, `${name}=${'x'.repeat(201)}`]) {
      const answer = await supervisor.get(`/api/nino?${query}`);
      expect([answer.status, answer.body.message]).toEqual([400, [{ msg: expect.any(String), path: name }]]);
    }
  });
});

it('the list of women is filtered by author', async () => {
  const { rosa, sonia } = people.staff;
  expect(await listedNames(supervisor, 'mujer', { responsable: sonia.id })).toHaveLength(2);
  expect(await listedNames(supervisor, 'mujer', { responsable: sonia.id, provincia: 'LOJA' })).toHaveLength(1);
  expect(await listedNames(rosa, 'mujer', { responsable: sonia.id })).toEqual([]);
  // Parameters of children are ignored in the list of women.
  expect(await listedNames(supervisor, 'mujer', { estado: 'Desnutrición', sexo: 'MASCULINO' })).toHaveLength(3);
});
