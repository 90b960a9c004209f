import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { emptyValue, type Field } from '#domain/fields/index.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { type Body, bodyWith, createRecord, newCedula, otherValue, readField, setField } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const V7 = () => `0190a000-0000-7000-8000-${newCedula().padStart(12, '0')}`;
const TAKEN = { message: ERRORS.idTaken.message };

let api: TestApi;
let brigada: TestUser;
let otherBrigada: TestUser;
const parents: Record<string, string> = {};

beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
  otherBrigada = await api.user('ROLE_BRIGADA');
  for (const { key, parent } of RECORD_LIST) if (!parent) parents[key] = (await createRecord(brigada, key))._id;
});
afterAll(() => api.close());

describe.each(RECORD_LIST)('$key', (definition) => {
  const { parent } = definition;
  const url = `/api/${definition.path}`;
  const parentId = () => parents[parent?.record ?? ''];
  const valid = (change = {}) => bodyWith(definition, parentId(), change);
  const sameId = (_id: string) => ({ ...valid(), _id });
  const listUrl = () => (parent ? `${url}?${parent.field}=${parentId()}` : url);
  const count = async (id: string) =>
    (await brigada.get(listUrl())).body.filter((row: { _id: string }) => row._id === id).length;

  describe('a retry', () => {
    it.each([
      ['v4', () => crypto.randomUUID()],
      ['v7', V7],
    ])('with the same %s and content gets the first answer', async (_, id) => {
      const body = sameId(id());
      const first = await brigada.post(url, body);
      const second = await brigada.post(url, { ...body, _id: body._id.toUpperCase() });
      expect([first.status, first.body._id]).toEqual([201, body._id]);
      expect([second.status, second.body]).toEqual([201, first.body]);
      expect(await count(body._id)).toBe(1);
    });

    it('is recognised in whatever form equal content is written', async () => {
      const body = sameId(crypto.randomUUID());
      const first = await brigada.post(url, body);
      const reordered = Object.fromEntries(Object.entries(body).reverse());
      const second = await brigada.post(url, { ...reordered, desconocido: 1, fechaRegistro: 'x' });
      expect([second.status, second.body]).toEqual([201, first.body]);
    });

    it('sent many times at once creates one row', async () => {
      const body = sameId(crypto.randomUUID());
      const answers = await Promise.all(Array.from({ length: 5 }, () => brigada.post(url, body)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect(await count(body._id)).toBe(1);
    });

    it('with other content is a conflict and changes nothing', async () => {
      const body = sameId(crypto.randomUUID());
      const { message: _, ...row } = (await brigada.post(url, body)).body;
      const [name, field] = Object.entries(definition.fields)[0] as [string, Field];
      const other = otherValue(field, readField(definition, body, name));
      const changed = setField(definition, structuredClone(body), name, other);
      expect(await brigada.post(url, changed)).toMatchObject({ status: 409, body: TAKEN });
      expect((await brigada.get(listUrl())).body.find(({ _id }: Body) => _id === row._id)).toEqual(row);
    });

    it('from another user is a conflict', async () => {
      const body = sameId(crypto.randomUUID());
      await brigada.post(url, body);
      expect(await api.admin.post(url, body)).toMatchObject({ status: 409, body: TAKEN });
      if (!parent) expect(await otherBrigada.post(url, body)).toMatchObject({ status: 409, body: TAKEN });
    });

    it('after the deletion is a conflict', async () => {
      const body = sameId(crypto.randomUUID());
      await brigada.post(url, body);
      await brigada.delete(`${url}/${body._id}`);
      expect(await brigada.post(url, body)).toMatchObject({ status: 409, body: TAKEN });
      expect(await count(body._id)).toBe(0);
    });

    if (!parent)
      it('after an edit returns the current row', async () => {
        const body = sameId(crypto.randomUUID());
        await brigada.post(url, body);
        const edited = await brigada.put(`${url}/${body._id}`, valid({ parroquia: 'EDITADA' }));
        const again = await brigada.post(url, body);
        expect(again.status).toBe(201);
        expect(again.body).toMatchObject({
          _id: body._id,
          version: 2,
          parroquia: 'EDITADA',
          cedula: edited.body.cedula,
        });
      });

    it('needs an id that is a UUID of version 4 or 7', async () => {
      for (const _id of ['x', '', 5, {}, '00000000-0000-1000-8000-000000000000', `${crypto.randomUUID()}0`]) {
        const answer = await brigada.post(url, { ...valid(), _id });
        expect([answer.status, answer.body.message]).toEqual([400, [{ msg: expect.any(String), path: '_id' }]]);
      }
      expect((await brigada.post(url, { ...valid(), _id: null })).status).toBe(201);
    });
  });

  if (!parent)
    describe('a full replacement', () => {
      const fresh = () => createRecord(brigada, definition.key);

      // proves 7.16, 7.18, 7.35, 7.37
      it('writes the fields, increments the version and keeps creator and instant', async () => {
        const before = await fresh();
        const foreign = { createdBy: otherBrigada.id, fechaRegistro: '2001-01-01', _id: crypto.randomUUID() };
        const answer = await brigada.put(`${url}/${before._id}`, {
          ...valid({ nombres: 'otra' }),
          ...foreign,
          version: 1,
        });
        expect(answer.status, answer.text).toBe(200);
        expect(answer.body).toMatchObject({
          _id: before._id,
          version: 2,
          nombres: 'OTRA',
          message: expect.stringMatching(/\.$/),
        });
        expect([answer.body.fechaRegistro, answer.body.createdBy]).toEqual([before.fechaRegistro, before.createdBy]);
        const { message: _, ...row } = answer.body;
        expect((await brigada.get(`${url}/${before._id}`)).body).toEqual(row);
      });

      // proves 4.12
      it('empties the optional fields that are absent', async () => {
        const { _id } = await fresh();
        const body = valid();
        const optional = Object.entries(definition.fields).filter(([, field]) => !field.required);
        for (const [name] of optional) delete body[name];
        const answer = await brigada.put(`${url}/${_id}`, body);
        expect(answer.status).toBe(200);
        for (const [name, field] of optional)
          expect(readField(definition, answer.body, name)).toEqual(emptyValue(field));
      });

      it('with errors names all of them and writes nothing', async () => {
        const before = await fresh();
        const answer = await brigada.put(`${url}/${before._id}`, {});
        const required = Object.entries(definition.fields).filter(([, field]) => field.required);
        expect(answer.status).toBe(400);
        expect(answer.body.message.map(({ path }: { path: string }) => path).sort()).toEqual(
          required.map(([name]) => name).sort(),
        );
        expect((await brigada.get(`${url}/${before._id}`)).body.version).toBe(1);
      });

      it('of an outdated version is a conflict that returns the current row and overwrites nothing', async () => {
        const { _id } = await fresh();
        const one = `${url}/${_id}`;
        await brigada.put(one, valid({ parroquia: 'PRIMERA' }));
        for (const version of [1, '1', 3, 99_999_999_999, -1]) {
          const answer = await api.admin.put(one, valid({ parroquia: 'SEGUNDA', version }));
          expect(answer.status, `${version} ${answer.text}`).toBe(409);
          expect(answer.body).toMatchObject({ _id, version: 2, parroquia: 'PRIMERA', message: expect.any(String) });
        }
        expect((await brigada.get(one)).body).toMatchObject({ version: 2, parroquia: 'PRIMERA' });
        expect((await brigada.put(one, valid({ parroquia: 'TERCERA', version: '2' }))).body).toMatchObject({
          version: 3,
        });
      });

      it('with a version that is no whole number is refused', async () => {
        const { _id } = await fresh();
        for (const version of ['x', 1.5, {}, [1], true, ''])
          expect(await brigada.put(`${url}/${_id}`, valid({ version })), JSON.stringify(version)).toMatchObject({
            status: 400,
            body: { message: [{ path: 'version' }] },
          });
      });

      it('sent simultaneously from the same version succeeds once', async () => {
        const { _id } = await fresh();
        const bodies = Array.from({ length: 4 }, (_, i) => valid({ parroquia: `P${i}`, version: 1 }));
        const answers = await Promise.all(bodies.map((body) => brigada.put(`${url}/${_id}`, body)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      });
    });

  for (const { field, message } of definition.unique ?? [])
    it(`no two records share their ${field}`, async () => {
      const first = await createRecord(brigada, definition.key);
      const second = await createRecord(brigada, definition.key);
      const expected = { status: 409, body: { message: [{ msg: message, path: field }] } };
      expect(await api.admin.post(url, valid({ [field]: ` ${first[field]} ` }))).toMatchObject(expected);
      expect(await brigada.put(`${url}/${second._id}`, valid({ [field]: first[field] }))).toMatchObject(expected);
      expect((await brigada.put(`${url}/${first._id}`, valid({ [field]: first[field] }))).status).toBe(200);
      await brigada.delete(`${url}/${first._id}`);
      expect((await brigada.post(url, valid({ [field]: first[field] }))).status).toBe(201);
    });

  if (!parent)
    it('a deletion also deletes its records', async () => {
      const { _id } = await createRecord(brigada, definition.key);
      const children = RECORD_LIST.filter((child) => child.parent?.record === definition.key);
      const added = [];
      for (const child of children) added.push({ child, row: await createRecord(brigada, child.key, {}, _id) });
      expect((await brigada.delete(`${url}/${_id}`)).status).toBe(200);
      for (const { child, row } of added) {
        expect((await api.admin.delete(`/api/${child.path}/${row._id}`)).status).toBe(404);
        expect((await api.admin.get(`/api/${child.path}?${child.parent?.field}=${_id}`)).status).toBe(404);
        expect((await api.admin.post(`/api/${child.path}`, bodyWith(child, _id))).status).toBe(404);
      }
    });
});
