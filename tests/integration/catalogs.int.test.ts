import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGS, type CatalogDefinition } from '#domain/catalogs.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const LISTS: CatalogDefinition[] = Object.values(CATALOGS);

let api: TestApi;
let brigada: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

describe.each(LISTS)('$key', ({ key, entity, field, kind, defaults }) => {
  const url = `/api/${key}`;
  const number = kind === 'number';
  /** Three values that are not defaults, in order. */
  const [first, second, third] = number ? [6, 7, 8] : ['Ábaco nuevo', 'Ñandú nuevo', 'Zeta nueva'];
  const values = async (query: Record<string, string> = {}) =>
    (await brigada.get(url, query)).body.map((row: Body) => row[field]);
  const add = (value: unknown, change: Body = {}) => api.admin.post(url, { [field]: value, ...change });
  const sentence = (participle: string) => `La información de ${entity} ha sido ${participle} correctamente.`;
  const added: string[] = [];
  const create = async (value: unknown) => {
    const answer = await add(value);
    expect(answer.status, answer.text).toBe(201);
    added.push(answer.body._id);
    return answer.body;
  };

  // proves 7.77
  it('starts with its defaults, doses as numbers', async () => {
    const expected = number ? defaults.map(Number) : [...defaults];
    expect((await values()).toSorted()).toEqual(expected.toSorted());
  });

  // proves 3.44, 7.78-7.80
  it('adds, edits and deletes with the specified messages', async () => {
    const row = await create(third);
    expect(row).toEqual({ _id: expect.any(String), version: 1, [field]: third, message: sentence('guardada') });
    const edited = await api.admin.put(`${url}/${row._id}`, { [field]: second, _id: 'x', lista: 'otra' });
    expect(edited).toMatchObject({
      status: 200,
      body: { _id: row._id, [field]: second, message: sentence('actualizada') },
    });
    expect(await values()).toContain(second);
    expect(await values()).not.toContain(third);
    const deletion = await api.admin.delete(`${url}/${row._id}`);
    expect({ status: deletion.status, body: deletion.body }).toEqual({
      status: 200,
      body: { message: sentence('eliminada') },
    });
    expect(await values()).not.toContain(second);
    expect((await api.admin.delete(`${url}/${row._id}`)).status).toBe(404);
    expect((await api.admin.put(`${url}/${row._id}`, { [field]: second })).status).toBe(404);
  });

  it('is in Spanish alphabetical order, doses by number', async () => {
    for (const value of [third, first, second]) await create(value);
    if (number) await create('10');
    const order = await values();
    const expected = number
      ? order.toSorted((a: number, b: number) => a - b)
      : order.toSorted((a: string, b: string) => a.localeCompare(b, 'es', { numeric: true }));
    expect(order).toEqual(expected);
    expect(await values({ sort: `-${field}` })).toEqual(order.toReversed());
  });

  it('can be paged and searched', async () => {
    const whole = await values();
    const page = await brigada.get(url, { limit: '2', offset: '1' });
    expect(page.body.map((row: Body) => row[field])).toEqual(whole.slice(1, 3));
    expect(page.headers['x-total-count']).toBe(String(whole.length));
    expect(await values({ q: number ? '7' : 'NANDU nuevo' })).toEqual([second]);
    expect((await brigada.get(url, { limit: '0', sort: 'lista' })).status).toBe(400);
  });

  it('refuses an equal value, ignoring case and accents', async () => {
    const duplicate = { status: 409, body: { message: [{ msg: 'Esta opción ya existe en la lista', path: field }] } };
    const writings = number
      ? [first, String(first), ` ${first} `]
      : [first, 'ABACO NUEVO', ' abaco   nuevo ', 'ábaco nuevo'];
    for (const value of writings) expect(await add(value), String(value)).toMatchObject(duplicate);
    const [one] = (await brigada.get(url, { q: String(second) })).body;
    expect(await api.admin.put(`${url}/${one._id}`, { [field]: first })).toMatchObject(duplicate);
    expect((await api.admin.put(`${url}/${one._id}`, { [field]: second })).status).toBe(200);
  });

  it('refuses an invalid value', async () => {
    const wrong = number ? [0, 11, 1.5, 'uno', true, [1], {}] : ['x'.repeat(201), 5, true, ['x'], {}];
    const { body: rows } = await brigada.get(url);
    const required = { status: 400, body: { message: [{ msg: 'Este campo es obligatorio', path: field }] } };
    for (const value of [undefined, null, '', '  ']) {
      expect(await add(value)).toMatchObject(required);
      expect(await api.admin.put(`${url}/${rows[0]._id}`, { [field]: value })).toMatchObject(required);
    }
    for (const value of wrong)
      expect(await add(value)).toMatchObject({
        status: 400,
        body: { message: [{ msg: expect.any(String), path: field }] },
      });
    expect((await brigada.get(url)).body).toEqual(rows);
  });

  it('a creation sent again with its id gets the first answer, and other content a conflict', async () => {
    const value = number ? 9 : 'Repetida';
    const _id = crypto.randomUUID();
    const one = await add(value, { _id });
    const again = await add(value, { _id });
    expect([again.status, again.body]).toEqual([201, one.body]);
    expect((await add(number ? 10 : 'Distinta', { _id })).status).toBe(409);
    await api.admin.delete(`${url}/${_id}`);
    expect((await add(value, { _id })).status).toBe(409);
    expect((await add(value, { _id: 'x' })).body.message).toEqual([{ msg: expect.any(String), path: '_id' }]);
  });

  it('an edit of an outdated version is a conflict that returns the current row', async () => {
    const [row] = (await brigada.get(url)).body;
    await api.admin.put(`${url}/${row._id}`, row);
    const answer = await api.admin.put(`${url}/${row._id}`, { [field]: number ? 9 : 'Otra', version: row.version });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ ...row, version: row.version + 1, code: 'outdated', message: expect.any(String) });
  });

  it('only an administrator writes, supervisor and brigada read, and an id of another list answers 404, whatever the value', async () => {
    const [row] = (await brigada.get(url)).body;
    const [foreign] = (await brigada.get(key === 'etmivacuna' ? '/api/etmitrimestre' : '/api/etmivacuna')).body;
    const value = { [field]: number ? 9 : 'Ajena' };
    for (const client of [brigada, await api.user('ROLE_SUPERVISOR')]) {
      expect((await client.get(url)).status).toBe(200);
      expect((await client.post(url, value)).status).toBe(403);
      expect((await client.put(`${url}/${row._id}`, value)).status).toBe(403);
      expect((await client.delete(`${url}/${row._id}`)).status).toBe(403);
    }
    for (const id of [foreign._id, 'x', crypto.randomUUID()]) {
      for (const body of [value, {}, null, { [field]: 'x'.repeat(201) }])
        expect((await api.admin.put(`${url}/${id}`, body)).status).toBe(404);
      expect((await api.admin.delete(`${url}/${id}`)).status).toBe(404);
    }
  });

  afterAll(async () => {
    for (const id of added) await api.admin.delete(`${url}/${id}`);
  });
});

it('a record keeps its chosen value when the list changes', async () => {
  const option = (await api.admin.post('/api/establecimiento', { nombre: 'Centro Viejo' })).body;
  const woman = await createRecord(brigada, 'mujer', { establecimiento: 'Centro Viejo' });
  await api.admin.put(`/api/establecimiento/${option._id}`, { nombre: 'Centro Nuevo' });
  expect((await brigada.get(`/api/mujer/${woman._id}`)).body.establecimiento).toBe('Centro Viejo');
});

describe('adding many establishments', () => {
  const url = '/api/establecimiento/varios';
  const names = async () => (await brigada.get('/api/establecimiento')).body.map(({ nombre }: Body) => nombre);

  it('adds the new ones and reports the existing ones', async () => {
    await api.admin.post('/api/establecimiento', { nombre: 'Centro Colta' });
    const lineas = ['  Puesto Ñamarín ', 'CENTRO COLTA', '', 'Hospital Guano', 'puesto namarin'];
    const answer = await api.admin.post(url, { lineas });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        agregados: ['Puesto Ñamarín', 'Hospital Guano'],
        existentes: ['CENTRO COLTA', 'puesto namarin'],
        message: 'Se agregaron 2 y 2 ya estaban en la lista.',
      },
    });
    expect(await names()).toEqual(expect.arrayContaining(['Centro Colta', 'Hospital Guano', 'Puesto Ñamarín']));
    const again = await api.admin.post(url, { lineas });
    expect(again.body).toMatchObject({ agregados: [], existentes: expect.objectContaining({ length: 4 }) });
  });

  it('accepts 2,000 lines and refuses more, none, overlong ones and other lists', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, line) => `Puesto ${line}`);
    expect((await api.admin.post(url, { lineas: lines(2000) })).body.agregados).toHaveLength(2000);
    const before = await names();
    for (const lineas of [lines(2001), [], ['', ' '], undefined, 'Uno', ['x'.repeat(201)], [5]]) {
      const { status, body } = await api.admin.post(url, { lineas });
      expect([status, body.message[0].path.split('.')[0]], JSON.stringify(lineas)?.slice(0, 40)).toEqual([
        400,
        'lineas',
      ]);
    }
    expect(await names()).toEqual(before);
    expect((await brigada.post(url, { lineas: ['Ajeno'] })).status).toBe(403);
    expect((await api.admin.post('/api/discapacidad/varios', { lineas: ['Otra'] })).status).toBe(404);
  });
});
