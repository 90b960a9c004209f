import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import type { Values } from '#domain/fields/index.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { hashOf } from '#server/db/receipts.ts';
import { receiptTable } from '#server/db/schema.ts';
import { untilServed } from '../support/burst.ts';
import { type Body, bodyWith, createRecord, newCedula, recordOf } from '../support/factories.ts';
import { createLane, creating, type Lane } from '../support/lane.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let brigade: TestUser;
let otherBrigade: TestUser;
let lane: Lane;
beforeAll(async () => {
  api = await startTestApi();
  [brigade, otherBrigade] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  lane = createLane(brigade);
});
afterAll(() => api.close());

const receiptOf = async (id: string) =>
  (await api.database.db.select().from(receiptTable).where(eq(receiptTable._id, id)))[0];
const taken = [409, ERRORS.idTaken.message];
const asTaken = ({ status, body }: { status: number; body: Body }) => [status, body.message];
const newChild = (id: string = crypto.randomUUID()): Body => ({ ...bodyWith(recordOf('nino'), undefined), _id: id });

describe('the receipt of a creation', () => {
  it('of a form without an operation belongs to no booklet, never expires and is the only one', async () => {
    const child = newChild();
    expect((await brigade.post('/api/nino', child)).status).toBe(201);
    const none = { equipo: null, persona: null, previo: null, sello: null, recibida: null };
    expect(await receiptOf(child._id)).toMatchObject({ usuario: brigade.id, resultado: 'hecha', version: 1, ...none });
    expect(await rawRows(api.database.db, sql`select from write_receipt`)).toEqual([]);
  });

  it('is the same row as that of its operation when both have one id', async () => {
    const id = crypto.randomUUID();
    const child = creating('nino', { op: id, _id: id, persona: id });
    expect(await lane.send(child)).toMatchObject([{ estado: 'hecha', version: 1 }]);
    expect(await receiptOf(id)).toMatchObject({ persona: id, recibida: null, sello: expect.any(String) });
    expect((await lane.save(child)).status).toBe(201);
    expect((await brigade.post('/api/nino', { ...child.valores, _id: id })).status).toBe(201);
    expect(asTaken(await otherBrigade.post('/api/nino', { ...child.valores, _id: id }))).toEqual(taken);
  });

  it('answers a form’s creation that a device sends as an operation, and the reverse', async () => {
    const child = newChild();
    const { _id, ...valores } = child;
    expect((await brigade.post('/api/nino', child)).status).toBe(201);
    for (const op of [crypto.randomUUID(), _id])
      expect(await lane.send(creating('nino', { op, _id, persona: _id, valores }))).toMatchObject([
        { op, estado: 'hecha', version: 1 },
      ]);
    const other = creating('nino', { _id, persona: _id, valores: { ...valores, nombres: 'OTRA' } });
    expect(await lane.send(other)).toMatchObject([{ estado: 'rechazada', code: 'idTaken' }]);
    const sent = creating('nino');
    expect(await lane.send(sent)).toMatchObject([{ estado: 'hecha' }]);
    expect((await brigade.post('/api/nino', { ...sent.valores, _id: sent._id })).status).toBe(201);
  });

  it('of one child sent twenty times at once by every route is written once', async () => {
    const child = creating('nino');
    const form = { ...child.valores, _id: child._id };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, time) => {
        // An account may have one running and one waiting sending call.
        if (time % 10 === 0) return (await lane.send(child))[0]?.estado;
        const save = () => (time % 2 === 0 ? brigade.post('/api/nino', form) : lane.save(child));
        return (await untilServed(save)).status;
      }),
    );
    expect(answers).toEqual(answers.map((_, time) => (time % 10 === 0 ? 'hecha' : 201)));
    const entries = sql`select from journal where about = ${child._id} and action = 'crear'`;
    expect(await rawRows(api.database.db, entries)).toHaveLength(1);
  });

  it('of an operation blocks its id for other accounts, options and users', async () => {
    const child = await createRecord(brigade, 'nino');
    const ofChild = { _id: child._id };
    expect(asTaken(await otherBrigade.post('/api/nino', { ...newChild(), ...ofChild }))).toEqual(taken);
    expect(asTaken(await api.admin.post('/api/establecimiento', { nombre: 'NUEVO', ...ofChild }))).toEqual(taken);
  });
});

/** As servers before 2026-11-25 write, which may run beside this one during an upgrade. */
const olderReceipt = async (id: string, kind: string, by: string, content: unknown) =>
  rawRows<{ _id: string }>(
    api.database.db,
    sql`insert into write_receipt (_id, kind, user_id, content_hash) values (${id}, ${kind}, ${by}, ${hashOf(content)})
      on conflict do nothing returning _id`,
  );
const accepted = (body: Body): Values => recordOf('nino').schema.parse(body) as Values;

describe('a server of the previous version', () => {
  it('writes receipts that this version recognises: equal content succeeds, other content or another account does not', async () => {
    const child = newChild();
    expect((await brigade.post('/api/nino', child)).status).toBe(201);
    await api.database.db.delete(receiptTable).where(eq(receiptTable._id, child._id));
    const content = { values: accepted(child), parentId: null };
    expect(await olderReceipt(child._id, 'nino', brigade.id, content)).toHaveLength(1);
    const again = await brigade.post('/api/nino', child);
    expect([again.status, again.body._id]).toEqual([201, child._id]);
    expect(asTaken(await brigade.post('/api/nino', { ...child, cedula: newCedula() }))).toEqual(taken);
    expect(asTaken(await otherBrigade.post('/api/nino', child))).toEqual(taken);
  });

  it('is refused an id that this version used, and finds its own receipts again', async () => {
    const child = await createRecord(brigade, 'nino');
    expect(await olderReceipt(child._id, 'nino', brigade.id, {})).toEqual([]);
    const id = crypto.randomUUID();
    expect(await olderReceipt(id, 'nino', brigade.id, {})).toHaveLength(1);
    expect(await olderReceipt(id, 'nino', brigade.id, {})).toEqual([]);
    expect(await rawRows(api.database.db, sql`select from write_receipt where _id = ${id}`)).toHaveLength(1);
  });

  it('stores a form’s operation and its creation under one id', async () => {
    const { db } = api.database;
    const id = crypto.randomUUID();
    await db.insert(receiptTable).values({ _id: id, usuario: brigade.id, persona: id, huella: 'of the operation' });
    expect(await olderReceipt(id, 'nino', brigade.id, {})).toHaveLength(1);
    expect(await receiptOf(id)).toMatchObject({ persona: id, huella: 'of the operation', recibida: null });
    expect(await olderReceipt(id, 'nino', brigade.id, {})).toEqual([]);
  });

  it('erases the content in both tables, as this version does', async () => {
    const { db } = api.database;
    const hashes = (id: string) =>
      rawRows(
        db,
        sql`select huella, content_hash from operacion join write_receipt using (_id) where operacion._id = ${id}`,
      );
    const id = crypto.randomUUID();
    await olderReceipt(id, 'control', brigade.id, {});
    await db.execute(sql`update write_receipt set content_hash = '' where _id = ${id}`);
    expect(await hashes(id)).toEqual([{ huella: '', content_hash: '' }]);

    const child = newChild();
    await brigade.post('/api/nino', child);
    await db.delete(receiptTable).where(eq(receiptTable._id, child._id));
    await olderReceipt(child._id, 'nino', brigade.id, { values: accepted(child), parentId: null });
    const erased = await api.admin.post(`/api/auditoria/personas/${child._id}/borrar`, { motivo: 'Lo pidió' });
    expect(erased.status, erased.text).toBe(200);
    expect(await hashes(child._id)).toEqual([{ huella: '', content_hash: '' }]);
    expect(asTaken(await brigade.post('/api/nino', child))).toEqual(taken);
  });
});
