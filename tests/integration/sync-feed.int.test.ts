import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { type PackedBooklets, unpackBooklets } from '#domain/sync/booklet-page.ts';
import { departureTable, epochTable, libreta, mujer, nino } from '#server/db/schema.ts';
import { refreshOutdated } from '#server/modules/records/refresh-children.ts';
import { deleteOldDepartures } from '#server/modules/sync/epoch.ts';
import { bodyWith, createRecord } from '../support/factories.ts';
import { createReader, inventoryOf } from '../support/feed.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let brigade: TestUser;
let other: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  brigade = await api.user('ROLE_BRIGADA');
  other = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

/** Changes the custodian directly in the database. */
const handTo = (id: string, custodio: string) => api.database.db.update(nino).set({ custodio }).where(eq(nino._id, id));

describe('a brigade', () => {
  it('pulls its own booklets completely and no others', async () => {
    const woman = await createRecord(brigade, 'mujer');
    const child = await createRecord(brigade, 'nino');
    const theirs = await createRecord(other, 'nino');
    const records: Record<string, Record<string, unknown>> = {};
    for (const { key, parent } of RECORD_LIST) {
      if (!parent) continue;
      records[key] = await createRecord(brigade, key, {}, parent.record === 'nino' ? child._id : woman._id);
    }
    const reader = createReader(api, brigade);
    await reader.pull();
    expect(reader.held.has(theirs._id)).toBe(false);
    const pulled = reader.held.get(child._id);
    const sent = (await brigade.get(`/api/nino/${child._id}`)).body;
    expect(pulled).toMatchObject({ tipo: 'nino', custodio: { _id: brigade.id } });
    for (const name of RECORDS.nino.fieldNames) expect(pulled?.persona[name], name).toEqual(sent[name]);
    expect(pulled?.persona).toMatchObject({
      ...{ _id: child._id, version: sent.version, estado: sent.estado, fechaRegistro: sent.fechaRegistro },
      createdBy: sent.createdBy,
      vacunas: 1,
    });
    for (const { key, parent, fieldNames, nest } of RECORD_LIST) {
      if (!parent) continue;
      const booklet = reader.held.get(parent.record === 'nino' ? child._id : woman._id);
      const [row] = booklet?.registros[key] ?? [];
      const { _id, fechaRegistro, ...rest } = records[key] ?? {};
      expect(row, key).toMatchObject({ _id, fechaRegistro, version: 1 });
      const flat = nest ? { ...rest, ...(rest[nest.key] as object[])[0] } : rest;
      for (const name of fieldNames)
        expect(row?.[name], `${key}.${name}`).toEqual((flat as Record<string, unknown>)[name]);
    }
    expect(reader.inventory()).toEqual(await inventoryOf(brigade));
  });

  it('pulls again every changed booklet, whatever changed in it, and nothing else', async () => {
    const reader = createReader(api, brigade);
    const people = { nino: await createRecord(brigade, 'nino'), mujer: await createRecord(brigade, 'mujer') };
    await reader.pull();
    for (const { key, parent } of RECORD_LIST) {
      const id = people[(parent?.record ?? key) as 'nino' | 'mujer']._id;
      const pulledAfter = async (act: () => Promise<unknown>) => {
        reader.held.clear();
        await act();
        await reader.pull();
        expect([...reader.held.keys()], key).toEqual([id]);
      };
      if (!parent) {
        const body = { ...bodyWith(RECORDS[key as 'nino'], undefined), version: 1 };
        await pulledAfter(() => brigade.put(`/api/${key}/${id}`, body));
        continue;
      }
      let record = '';
      await pulledAfter(async () => {
        record = (await createRecord(brigade, key, {}, id))._id;
      });
      expect(reader.held.get(id)?.registros[key]).toHaveLength(1);
      await pulledAfter(() => brigade.delete(`/api/${key}/${record}`));
      expect(reader.held.get(id)?.registros[key]).toEqual([]);
    }
    reader.held.clear();
    expect(await reader.pull()).toBe(1);
    expect(reader.held.size).toBe(0);
  });

  it('learns of deletions and pulls restored booklets', async () => {
    const reader = createReader(api, brigade);
    const { _id } = await createRecord(brigade, 'nino');
    await createRecord(brigade, 'control', {}, _id);
    await reader.pull();
    await brigade.delete(`/api/nino/${_id}`);
    await reader.pull();
    expect(reader.held.has(_id)).toBe(false);
    expect((await api.admin.post(`/api/auditoria/eliminados/${_id}/restaurar`, {})).status).toBeLessThan(300);
    await reader.pull();
    expect(reader.held.get(_id)?.registros.control).toHaveLength(1);
    expect(reader.inventory()).toEqual(await inventoryOf(brigade));
  });

  it('loses handed-over booklets and gains received ones, with the author unchanged', async () => {
    const [hers, theirs] = [createReader(api, brigade), createReader(api, other)];
    const { _id } = await createRecord(brigade, 'nino');
    await hers.pull();
    await theirs.pull();
    await handTo(_id, other.id);
    await hers.pull();
    await theirs.pull();
    expect(hers.held.has(_id)).toBe(false);
    expect(theirs.held.get(_id)?.persona.createdBy).toMatchObject({ _id: brigade.id });
    expect((await brigade.get(`/api/nino/${_id}`)).status).toBe(404);
    expect((await other.get(`/api/nino/${_id}`)).body.createdBy._id).toBe(brigade.id);
    const list = (await other.get('/api/nino?limit=1000')).body as { _id: string }[];
    expect(list.some((row) => row._id === _id)).toBe(true);
    await handTo(_id, brigade.id);
    await hers.pull();
    await theirs.pull();
    expect(hers.held.has(_id)).toBe(true);
    expect(theirs.held.has(_id)).toBe(false);
    expect(hers.inventory()).toEqual(await inventoryOf(brigade));
    expect(theirs.inventory()).toEqual(await inventoryOf(other));
  });
});

describe('supervision', () => {
  it('pulls the cantons it requested, and nothing without any', async () => {
    const supervisor = await api.user('ROLE_SUPERVISOR');
    const none = createReader(api, supervisor);
    await none.pull();
    expect(none.held.size).toBe(0);
    const place = { provincia: 'CHIMBORAZO', canton: 'COLTA' };
    const { _id, version } = await createRecord(other, 'nino', place);
    const colta = createReader(api, supervisor, '0603');
    const both = createReader(api, supervisor, '0603,0601');
    await colta.pull();
    await both.pull();
    expect(colta.held.has(_id)).toBe(true);
    const moved = { ...bodyWith(RECORDS.nino, undefined, { ...place, canton: 'RIOBAMBA' }), version };
    expect((await other.put(`/api/nino/${_id}`, moved)).status).toBe(200);
    await colta.pull();
    await both.pull();
    expect(colta.held.has(_id)).toBe(false);
    expect(both.held.get(_id)?.persona.canton).toBe('RIOBAMBA');
    expect(both.inventory()).toEqual(await inventoryOf(supervisor, '0603,0601'));
  });

  it.each([
    '0600',
    '06',
    'COLTA',
    '0602,,0601',
    Array(21)
      .fill('0602')
      .map((_, at) => `06${at}`)
      .join(),
  ])('is refused the unknown canton %s', async (canton) => {
    expect((await api.admin.get(`/api/sincronizacion?canton=${canton}`)).status).toBe(400);
  });
});

describe('a cursor', () => {
  const pull = (client: TestUser, desde: string, canton = '') =>
    client.get(`/api/sincronizacion?desde=${desde}${canton && `&canton=${canton}`}`);

  it('of another user, other cantons, another epoch or the future starts anew', async () => {
    const reader = createReader(api, brigade);
    await reader.pull();
    const mine = String(reader.cursor());
    expect((await pull(brigade, mine)).status).toBe(200);
    expect(await pull(other, mine)).toMatchObject({ status: 410, body: { code: 'epoch' } });
    expect((await pull(api.admin, mine, '0602')).status).toBe(410);
    const [epoca, scope, cambio, persona] = mine.split('.');
    expect((await pull(brigade, [crypto.randomUUID(), scope, cambio, persona].join('.'))).status).toBe(410);
    expect((await pull(brigade, [epoca, scope, BigInt(String(cambio)) + 1_000_000n, persona].join('.'))).status).toBe(
      410,
    );
  });

  it.each(['x', '1.2.3', 'a.b.99999999999999999999.c', `${'a'.repeat(36)}.b.9223372036854775807.${'z'.repeat(36)}`])(
    'in a wrong format (%s) is refused',
    async (desde) => {
      expect([400, 410]).toContain((await pull(brigade, desde)).status);
    },
  );
  it.each(['-'.repeat(36), '0'.repeat(36), `${crypto.randomUUID()}.x`, ''])(
    'that ends at no person (%s) starts anew',
    async (persona) => {
      const reader = createReader(api, brigade);
      await reader.pull();
      const [epoca, scope, cambio] = String(reader.cursor()).split('.');
      expect((await pull(brigade, [epoca, scope, cambio, persona].join('.'))).status).toBe(410);
    },
  );
  it('as long as an address may be is refused', async () => {
    expect((await pull(brigade, 'a'.repeat(5_000))).status).toBe(400);
  });

  it('older than the retained departures starts anew', async () => {
    const { db } = api.database;
    const reader = createReader(api, brigade);
    const { _id } = await createRecord(brigade, 'nino');
    await reader.pull();
    const before = String(reader.cursor());
    await brigade.delete(`/api/nino/${_id}`);
    await deleteOldDepartures(db);
    await createReader(api, other).pull();
    expect((await pull(brigade, before)).body.salen).toEqual([_id]);
    await db
      .update(departureTable)
      .set({ momento: sql`now() - interval '91 days'` })
      .where(eq(departureTable.persona, _id));
    await deleteOldDepartures(db);
    expect((await pull(brigade, before)).status).toBe(410);
    const anew = createReader(api, brigade);
    await anew.pull();
    expect((await pull(brigade, String(anew.cursor()))).status).toBe(200);
  });

  it('is invalid in another database system or timeline, and everything is pulled again', async () => {
    const { db } = api.database;
    const reader = createReader(api, brigade);
    await reader.pull();
    for (const change of [{ linea: '0000FFFF' }, { sistema: 'otro' }]) {
      const before = String(reader.cursor());
      await db.update(epochTable).set(change);
      expect((await pull(brigade, before)).status).toBe(410);
      const anew = createReader(api, brigade);
      await anew.pull();
      expect([...anew.held.keys()].sort()).toEqual(Object.keys(await inventoryOf(brigade)).sort());
      expect(anew.held.size).toBe(reader.held.size);
    }
    const whole = await db.select().from(libreta);
    const people = (await db.$count(nino)) + (await db.$count(mujer));
    expect(whole).toHaveLength(people);
  });
});

it('a recomputation due to the day alone is no change', async () => {
  const { db } = api.database;
  const { _id } = await createRecord(brigade, 'nino');
  const reader = createReader(api, brigade);
  await reader.pull();
  await db.update(nino).set({ revisar: '1900-01-01' }).where(eq(nino._id, _id));
  reader.held.clear();
  await reader.pull();
  reader.held.clear();
  expect(await refreshOutdated(db)).toBeGreaterThan(0);
  await reader.pull();
  expect(reader.held.size).toBe(0);
});

describe('booklets by id', () => {
  const some = (client: TestUser, ids: unknown) => client.post('/api/sincronizacion/libretas', { ids });
  const idsOf = (page: PackedBooklets) => unpackBooklets(page).map(({ persona }) => persona._id);

  it('are returned to users who may see them', async () => {
    const { _id } = await createRecord(brigade, 'nino');
    const ids = [_id, crypto.randomUUID()];
    expect(idsOf((await some(brigade, ids)).body)).toEqual([_id]);
    expect((await some(other, ids)).body.filas).toEqual({});
    expect(idsOf((await some(api.admin, ids)).body)).toEqual([_id]);
  });

  it.each([undefined, 'x', ['x'], [1], Array(251).fill(crypto.randomUUID())])(
    'must be requested by a list of ids',
    async (ids) => {
      expect((await some(brigade, ids)).status).toBe(400);
    },
  );
});

it('a pull is recorded in the journal, once for each page with booklets', async () => {
  const own = await api.user('ROLE_BRIGADA');
  await createRecord(own, 'nino');
  const reader = createReader(api, own);
  await reader.pull();
  await reader.pull();
  await api.app.journalWritten();
  const { body } = await api.admin.get(`/api/auditoria?usuario=${own.id}&limit=50`);
  const taken = (body as { tipo: string }[]).filter(({ tipo }) => tipo === 'libreta');
  expect(taken).toHaveLength(1);
});

describe('the lists of options', () => {
  const ask = (tag?: string) =>
    api.app.inject({
      url: '/api/sincronizacion/listas',
      headers: { 'x-access-token': String(brigade.token), ...(tag && { 'if-none-match': tag }) },
    });

  it('are sent once, and again after a change', async () => {
    const first = await ask();
    expect(first.statusCode).toBe(200);
    const { opciones, altitudes, metas } = first.json();
    for (const { key, field } of Object.values(CATALOGS)) {
      const options = (await brigade.get(`/api/${key}`)).body as Record<string, unknown>[];
      expect(opciones[key], key).toEqual(options.map((option) => String(option[field])));
    }
    expect(altitudes).toEqual((await brigade.get('/api/altitudes')).body);
    expect(metas).toEqual((await brigade.get('/api/metas')).body);
    const tag = String(first.headers.etag);
    expect(await ask(tag)).toMatchObject({ statusCode: 304, body: '' });
    expect((await api.admin.post('/api/discapacidad', { tipo: 'Otra más' })).status).toBe(201);
    expect((await ask(tag)).statusCode).toBe(200);
  });
});
