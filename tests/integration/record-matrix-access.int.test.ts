import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD_LIST } from '#domain/records/index.ts';
import { bodyWith, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const UNKNOWN = ['00000000-0000-4000-8000-000000000000', 'x', "' or 1=1 --", '0'.repeat(90)];
const NOT_FOUND = { code: 'notFound', message: 'No se encontró la información solicitada.' };

let api: TestApi;
let supervisor: TestUser;
let brigada: TestUser;
let otherBrigada: TestUser;
let usuario: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
  brigada = await api.user('ROLE_BRIGADA');
  otherBrigada = await api.user('ROLE_BRIGADA');
  usuario = await api.user('ROLE_USUARIO');
});
afterAll(() => api.close());

describe.each(RECORD_LIST)('$key', (definition) => {
  const { key, parent } = definition;
  const url = `/api/${definition.path}`;
  /** A new record of the brigade and the addresses of it and its list. */
  const fixture = async (owner = brigada) => {
    const parentId = parent ? (await createRecord(owner, parent.record))._id : undefined;
    const { _id } = await createRecord(owner, key, {}, parentId);
    return { id: _id, one: `${url}/${_id}`, list: parent ? `${url}?${parent.field}=${parentId}` : url, parentId };
  };

  // proves 6.6-6.8, 7.19, 7.22, 7.24, 7.26, 7.28, 7.30, 7.32, 7.38, 7.41, 7.43, 7.45, 7.47, 7.49, 7.51, 7.53, 7.55, 7.57, 7.59
  it.each([
    ['administrador', () => api.admin],
    ['supervisor', () => supervisor],
    ['brigada, its own', () => brigada],
  ] as const)('%s may read, add, change and delete', async (_role, caller) => {
    const { list, one, parentId } = await fixture();
    const client = caller();
    expect((await client.get(list)).status).toBe(200);
    expect((await client.post(url, bodyWith(definition, parentId))).status).toBe(201);
    if (!parent) expect((await client.get(one)).status).toBe(200);
    if (!parent) expect((await client.put(one, bodyWith(definition, parentId))).status).toBe(200);
    const deletion = await client.delete(one);
    expect(deletion.status).toBe(200);
    expect(deletion.body).toEqual({ message: expect.stringMatching(/\.$/) });
    expect(await client.delete(one)).toMatchObject({ status: 404, body: NOT_FOUND });
    if (!parent) expect((await client.get(one)).status).toBe(404);
    expect((await client.get(list)).body.some(({ _id }: { _id: string }) => one.endsWith(_id))).toBe(false);
  });

  // proves 6.11
  it.each([
    ['usuario', 403, () => usuario],
    ['nobody', 401, () => api.anonymous],
  ] as const)('%s may do none of it (%i)', async (_role, status, caller) => {
    const { list, one, parentId } = await fixture();
    const client = caller();
    const body = bodyWith(definition, parentId);
    for (const answer of [
      await client.get(list),
      await client.get(one),
      await client.post(url, body),
      await client.post(url, {}),
      await client.put(one, body),
      await client.delete(one),
    ])
      if (!(parent && answer.status === 404))
        expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
    expect((await brigada.get(list)).body).toContainEqual(expect.objectContaining({ _id: one.split('/').pop() }));
  });

  it('an unknown or malformed id answers 404', async () => {
    for (const id of UNKNOWN) {
      const one = `${url}/${encodeURIComponent(id)}`;
      const answers = [await brigada.delete(one)];
      if (!parent) answers.push(await brigada.get(one), await brigada.put(one, bodyWith(definition, undefined)));
      for (const answer of answers) expect(answer, id).toMatchObject({ status: 404, body: NOT_FOUND });
    }
  });

  it('another brigade’s record answers 404 and stays unchanged', async () => {
    const { list, one, parentId } = await fixture();
    const before = (await brigada.get(list)).body;
    const answers = [await otherBrigada.delete(one)];
    if (parent)
      answers.push(await otherBrigada.get(list), await otherBrigada.post(url, bodyWith(definition, parentId)));
    else answers.push(await otherBrigada.get(one), await otherBrigada.put(one, bodyWith(definition, undefined)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    expect((await brigada.get(list)).body).toEqual(before);
  });

  if (parent)
    // proves 3.32
    it('its woman or child must exist and be given', async () => {
      const field = parent?.field ?? '';
      for (const id of UNKNOWN) {
        expect(await brigada.get(url, { [field]: id }), id).toMatchObject({ status: 404, body: NOT_FOUND });
        expect(await brigada.post(url, bodyWith(definition, id)), id).toMatchObject({ status: 404, body: NOT_FOUND });
      }
      const required = { message: [{ msg: 'Este campo es obligatorio', path: field }] };
      expect(await brigada.get(url)).toMatchObject({ status: 400, body: required });
      for (const wrong of [undefined, null, ''])
        expect(await brigada.post(url, bodyWith(definition, wrong as never))).toMatchObject({
          status: 400,
          body: required,
        });
    });

  if (parent)
    it('a brigade sees what a supervisor added to its booklets and may delete it', async () => {
      const { list, parentId } = await fixture();
      const added = await createRecord(supervisor, key, {}, parentId);
      expect(added.createdBy._id).toBe(supervisor.id);
      expect((await brigada.get(list)).body[0]).toMatchObject({ _id: added._id, createdBy: { _id: supervisor.id } });
      expect((await brigada.delete(`${url}/${added._id}`)).status).toBe(200);
    });

  if (!parent)
    // proves 6.9, 6.13, 7.34
    it('a brigade lists only its own, supervisor and administrador everything', async () => {
      const mine = await fixture();
      const theirs = await fixture(otherBrigada);
      const ids = async (client: TestUser) => (await client.get(url)).body.map(({ _id }: { _id: string }) => _id);
      for (const client of [api.admin, supervisor])
        expect(await ids(client)).toEqual(expect.arrayContaining([mine.id, theirs.id]));
      expect(await ids(brigada)).toContain(mine.id);
      expect(await ids(brigada)).not.toContain(theirs.id);
      const creators = (await brigada.get(url)).body.map((row: { createdBy: { _id: string } }) => row.createdBy._id);
      expect(new Set(creators)).toEqual(new Set([brigada.id]));
    });

  if (!parent)
    it('a brigade does not see what a supervisor created', async () => {
      const theirs = await createRecord(supervisor, key);
      expect((await brigada.get(`${url}/${theirs._id}`)).status).toBe(404);
    });
});
