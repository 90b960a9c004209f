import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const NOT_FOUND = { status: 404, body: { code: 'notFound', message: 'No se encontró la información solicitada.' } };

let api: TestApi;
let brigada: TestUser;
let otherBrigada: TestUser;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
  otherBrigada = await api.user('ROLE_BRIGADA');
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());

/** The specified names of the lists and their record types. */
const BOOKLETS = [
  ['mujer', 'mujer', { vacunaMujerData: 'vacunamujer', controlMujerData: 'controlmujer', etmiData: 'etmi' }],
  [
    'nino',
    'niño',
    { rnData: 'rn', vacunaData: 'vacuna', tamizajeData: 'tamizaje', anemiaData: 'anemia', controlData: 'control' },
  ],
] as const;

const stored = ({ message: _, ...record }: Body) => record;

describe.each(BOOKLETS)('%s', (person, name, lists) => {
  const pdf = (client: TestUser, id: string) => client.get(`/api/${person}/pdf/${id}`);

  // proves 3.29, 3.30, 7.20, 7.39
  it('answers the person and every record, newest first, as their own lists do', async () => {
    const { _id } = await createRecord(brigada, person);
    await createRecord(brigada, person);
    const expected: Body = {};
    for (const [list, key] of Object.entries(lists)) {
      const mine = await createRecord(brigada, key, {}, _id);
      // A supervisor's record in the brigade's booklet.
      const theirs = await createRecord(supervisor, key, {}, _id);
      expected[list] = [stored(theirs), stored(mine)];
      await createRecord(brigada, key);
    }
    const one = (await brigada.get(`/api/${person}/${_id}`)).body;
    for (const client of [brigada, supervisor, api.admin])
      expect(await pdf(client, _id)).toMatchObject({ status: 200, body: { [name]: one, ...expected } });
    expect((await pdf(brigada, _id)).body).toEqual({ [name]: one, ...expected });
  });

  it('answers empty lists for a person without records', async () => {
    const { _id } = await createRecord(brigada, person);
    const { body } = await pdf(brigada, _id);
    expect(Object.keys(body).sort()).toEqual([name, ...Object.keys(lists)].sort());
    for (const list of Object.keys(lists)) expect(body[list]).toEqual([]);
  });

  it('answers 404 to another brigade and for persons that a supervisor created', async () => {
    const mine = await createRecord(brigada, person);
    const theirs = await createRecord(supervisor, person);
    expect(await pdf(otherBrigada, mine._id)).toMatchObject(NOT_FOUND);
    expect(await pdf(brigada, theirs._id)).toMatchObject(NOT_FOUND);
    expect((await pdf(supervisor, theirs._id)).status).toBe(200);
  });

  it('a malformed, an unknown and a deleted id answer 404', async () => {
    const { _id } = await createRecord(brigada, person);
    await brigada.delete(`/api/${person}/${_id}`);
    for (const id of [_id, crypto.randomUUID(), 'x', '%00', '%ff', "' or 1=1 --", 'a'.repeat(5000)])
      expect(await pdf(brigada, id.startsWith('%') ? id : encodeURIComponent(id)), id).toMatchObject(NOT_FOUND);
    expect(await brigada.get(`/api/${person}/pdf`)).toMatchObject(NOT_FOUND);
    expect(await brigada.get(`/api/${person}/pdf/`)).toMatchObject(NOT_FOUND);
  });

  it('is for the roles of the booklet only', async () => {
    const { _id } = await createRecord(brigada, person);
    expect((await pdf(await api.user('ROLE_USUARIO'), _id)).status).toBe(403);
    expect((await api.anonymous.get(`/api/${person}/pdf/${_id}`)).status).toBe(401);
  });
});

it('returns all records when there are more than one read returns', async () => {
  const { _id } = await createRecord(brigada, 'nino');
  await api.database.db.execute(sql`
    insert into control (_id, fecha_registro, created_by, parent_id, fecha, edad, peso, longitud, perimetro)
    select gen_random_uuid(), timestamptz '2025-01-01' + i * interval '1 hour', ${brigada.id}, ${_id},
      date '2025-01-01' + i, 3, 5, 60, 40
    from generate_series(1, 501) as i`);
  const { controlData } = (await brigada.get(`/api/nino/pdf/${_id}`)).body;
  const instants = controlData.map(({ fechaRegistro }: Body) => fechaRegistro);
  expect(instants).toHaveLength(501);
  expect(instants).toEqual(instants.toSorted().reverse());
});
