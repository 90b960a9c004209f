import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { hashOf } from '#server/db/receipts.ts';
import { journal, receiptTable } from '#server/db/schema.ts';
import { everyCall } from '../support/every-call.ts';
import { type Body, bodyWith, createRecord, newCedula, newDevice, recordOf } from '../support/factories.ts';
import { createLane, creating, type Lane, operation, valuesFor } from '../support/lane.ts';
import { newAddress } from '../support/new-address.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';
import { everyWrite } from '../support/writes.ts';

let api: TestApi;
let supervisor: TestUser;
let brigade: TestUser;
let otherBrigade: TestUser;
let lane: Lane;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  [brigade, otherBrigade] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  lane = createLane(brigade);
});

const keys = (many: number, name = 'clave') =>
  Object.fromEntries(Array.from({ length: Math.floor(many) }, (_, at) => [`${name}${at}`, 1]));
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const handOver = (persona: string, a: TestUser) =>
  supervisor.post('/api/traspasos', { personas: [persona], a: a.id, motivo: 'Cambió de sector' });
const looksAt = async (persona: string, by: TestUser) => {
  await api.app.journalWritten();
  const looks = and(eq(journal.person, persona), eq(journal.action, 'ver'), eq(journal.actor, by.id));
  return api.database.db.select().from(journal).where(looks);
};
const editOf = (child: Body, change: Body) =>
  operation('reemplazar', 'nino', { _id: child._id, version: 1, valores: { ...child.valores, ...change } });

describe('an operation repeated after its booklet was handed over', () => {
  it('is answered from the receipt, without the record and without a recorded view', async () => {
    const child = creating('nino');
    const control = creating('control', { persona: child._id });
    const edit = editOf(child, { nombres: 'SISA' });
    for (const one of [child, control]) expect((await lane.save(one)).status).toBe(201);
    expect((await lane.save(edit)).status).toBe(200);
    await handOver(child._id, otherBrigade);
    const stored = (await otherBrigade.get(`/api/nino/${child._id}`)).body;
    const changed = { ...stored, direccion: 'UNA DIRECCIÓN QUE SOLO TIENE LA NUEVA BRIGADA', version: stored.version };
    expect((await otherBrigade.put(`/api/nino/${child._id}`, changed)).status).toBe(200);

    const { messages } = recordOf('nino');
    const again = await lane.save(child);
    expect([again.status, again.body]).toEqual([201, { _id: child._id, version: 1, message: messages.created }]);
    const edited = await lane.save(edit);
    expect([edited.status, edited.body]).toEqual([200, { _id: child._id, version: 2, message: messages.updated }]);
    const record = await lane.save(control);
    const { created } = recordOf('control').messages;
    expect([record.status, record.body]).toEqual([201, { _id: control._id, version: 1, message: created }]);
    for (const outcome of await lane.send(child, control, edit))
      expect(Object.keys(outcome).toSorted()).toEqual(['estado', 'op', 'sello', 'version']);
    expect(await looksAt(child._id, brigade)).toEqual([]);
  });

  it('is answered with the stamp by which its device recognises the pulled booklet', async () => {
    const child = creating('nino');
    const stampOf = async (sent: Body) => String((await lane.save(sent)).headers['x-sello']);
    const first = await stampOf(child);
    expect(first).toMatch(/^\d+$/);
    const [outcome] = await lane.send(child);
    expect([await stampOf(child), outcome?.sello]).toEqual([first, first]);
    const edited = await stampOf(editOf(child, { nombres: 'SISA' }));
    const removed = await stampOf(operation('eliminar', 'nino', { _id: child._id }));
    expect(BigInt(edited)).toBeGreaterThan(BigInt(first));
    expect(BigInt(removed)).toBeGreaterThan(BigInt(edited));
    const unnamed = await brigade.post('/api/nino', creating('nino').valores);
    expect([unnamed.status, unnamed.headers['x-sello']]).toEqual([201, undefined]);
  });

  it('is refused to another account and with other content', async () => {
    const child = creating('nino');
    await lane.save(child);
    await handOver(child._id, otherBrigade);
    const taken = [409, ERRORS.idTaken.message];
    const answers = [
      await createLane(otherBrigade).save(child),
      await lane.save({ ...child, valores: { ...child.valores, nombres: 'OTRA' } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([taken, taken]);
  });

  it('is answered as after any deletion if the new custodian deleted the booklet', async () => {
    const child = creating('nino');
    const edit = editOf(child, { nombres: 'SISA' });
    await lane.save(child);
    await lane.save(edit);
    await handOver(child._id, otherBrigade);
    expect((await otherBrigade.delete(`/api/nino/${child._id}`)).status).toBe(200);
    expect([(await lane.save(child)).status, (await lane.save(edit)).status]).toEqual([409, 404]);
  });
});

describe('a repeated operation answered with the record', () => {
  it('is recorded in the journal as a view of the person', async () => {
    const child = creating('nino');
    const control = creating('control', { persona: child._id });
    const edit = editOf(child, { nombres: 'SISA' });
    const all = [child, control, edit];
    for (const one of all) await lane.save(one);
    expect(await looksAt(child._id, brigade)).toEqual([]);
    for (const [at, one] of all.entries()) {
      expect((await lane.save(one)).body).toMatchObject({ _id: one._id });
      expect(await looksAt(child._id, brigade)).toHaveLength(at + 1);
    }
    const [look] = await looksAt(child._id, brigade);
    expect(look).toMatchObject({ kind: 'nino', about: child._id, person: child._id });
  });

  it('is recorded so too when only the id of the record is the same', async () => {
    const body = { ...bodyWith(recordOf('nino'), undefined), _id: crypto.randomUUID() };
    await brigade.post('/api/nino', body);
    expect(await looksAt(body._id, brigade)).toEqual([]);
    expect((await brigade.post('/api/nino', body)).status).toBe(201);
    expect(await looksAt(body._id, brigade)).toHaveLength(1);
  });
});

it('the row returned by a conflict is recorded as a view, by either route', async () => {
  const child = creating('nino');
  await lane.save(child);
  const edit = operation('reemplazar', 'nino', { _id: child._id, version: 7, valores: child.valores });
  expect((await brigade.put(`/api/nino/${child._id}`, { ...edit.valores, version: 7 })).body.nombres).toBeTruthy();
  expect(await looksAt(child._id, brigade)).toHaveLength(1);
  expect(await lane.send(edit)).toMatchObject([{ code: 'outdated', actual: { _id: child._id } }]);
  expect(await looksAt(child._id, brigade)).toHaveLength(2);
});

describe('the content that a receipt covers', () => {
  it('is not confused by contents of other users whose keys form the same text', async () => {
    const child = creating('nino');
    // A key order that no other test uses.
    const turned = (change: Body = {}) => Object.fromEntries(Object.entries({ ...child.valores, ...change }).reverse());
    const joined = Object.keys(turned()).join();
    const poison = { [joined]: 1, 'values,parentId': 1 };
    const bait = creating('nino', { valores: valuesFor('nino', { sobra: { [joined]: 1 }, otra: poison, ...poison }) });
    expect((await createLane(otherBrigade).save(bait)).status).toBe(201);
    const sent = { ...child, valores: turned() };
    expect((await lane.save(sent)).status).toBe(201);
    const other = { ...child, valores: turned({ nombres: 'OTRO CONTENIDO' }) };
    expect((await lane.save(other)).status).toBe(409);
    expect((await brigade.post('/api/nino', { ...other.valores, _id: child._id })).status).toBe(409);
    expect(await lane.send(other)).toMatchObject([{ estado: 'rechazada', code: 'idTaken' }]);
    expect((await lane.save(sent)).status).toBe(201);
  });

  it('is the declared fields and those that the application names', async () => {
    const child = creating('nino', { valores: valuesFor('nino', { sobra: 1 }) });
    const outcome = await lane.send(child);
    const change = (more: Body, campos?: string[]) => ({
      ...{ ...child, valores: { ...child.valores, ...more } },
      ...(campos && { campos }),
    });
    expect(await lane.send(change({ sobra: 2 }))).toEqual(outcome);
    expect((await lane.save(change({ otra: 3 }))).status).toBe(201);
    expect(await lane.send(change({ nombres: 'OTRA' }))).toMatchObject([{ code: 'idTaken' }]);

    const later = creating('nino', {
      campos: ['nombres', 'campoNuevo'],
      valores: valuesFor('nino', { campoNuevo: 1 }),
    });
    const first = await lane.send(later);
    expect(first).toMatchObject([{ estado: 'hecha' }]);
    expect(await lane.send(later)).toEqual(first);
    const other = { ...later, valores: { ...later.valores, campoNuevo: 2 } };
    expect(await lane.send(other)).toMatchObject([{ code: 'idTaken' }]);
  });

  it('matches for a form of a later application sent by the other route with its fields named', async () => {
    const later = creating('nino', { valores: valuesFor('nino', { campoNuevo: 1 }) });
    expect((await lane.save(later)).status).toBe(201);
    expect(await lane.send({ ...later, campos: Object.keys(later.valores) })).toMatchObject([{ estado: 'hecha' }]);
  });

  it('matches receipts written when they covered all fields sent', async () => {
    const child = creating('nino', { valores: valuesFor('nino', { sobra: 1, '2': 'b', '10': 'a' }) });
    const outcome = await lane.send(child);
    const { hace, tipo, _id, persona, valores } = child;
    const huella = hashOf({ hace, tipo, _id, persona, valores, descartado: undefined });
    await api.database.db.update(receiptTable).set({ huella }).where(eq(receiptTable._id, child.op));
    expect(await lane.send(child)).toEqual(outcome);
    expect((await lane.save(child)).status).toBe(201);
    expect(await lane.send({ ...child, valores: { ...valores, sobra: 2 } })).toMatchObject([{ code: 'idTaken' }]);
  });
});

describe('an object with many keys', () => {
  it('is refused by every call with a body before its fields are checked', async () => {
    const { writes } = await everyWrite(api);
    for (const { method, url, body } of writes) {
      const client = api.client(api.admin.token, newAddress());
      const answer = await client.raw(method, url, JSON.stringify({ ...body, ...keys(1_000) }));
      expect([answer.status, answer.body], `${method} ${url}`).toEqual([
        400,
        { code: 'tooManyFields', message: ERRORS.tooManyFields.message },
      ]);
    }
  });

  it('may have fifty keys more than its record could use', async () => {
    const body = bodyWith(recordOf('nino'), undefined);
    // The id counts too.
    const free = recordOf('nino').fieldNames.length + 1 - Object.keys(body).length;
    expect((await brigade.post('/api/nino', { ...body, ...keys(free + 50) })).status).toBe(201);
    const answer = await brigade.post('/api/nino', { ...body, cedula: newCedula(), ...keys(free + 51) });
    expect([answer.status, answer.body.code]).toEqual([400, 'tooManyFields']);
  });

  it('is refused in an address and in the body of a deletion', async () => {
    const { _id } = await createRecord(brigade, 'nino');
    const query = await brigade.get(
      `/api/nino?${new URLSearchParams(Object.keys(keys(200)).map((name) => [name, '1']))}`,
    );
    const headers = { 'content-type': 'application/json' };
    const remove = (many: number) =>
      brigade.send({ method: 'DELETE', url: `/api/nino/${_id}`, headers, payload: JSON.stringify(keys(many)) });
    const body = await remove(51);
    for (const answer of [query, body]) expect([answer.status, answer.body.code]).toEqual([400, 'tooManyFields']);
    expect((await remove(50)).status).toBe(200);
  });

  it('under the id of an operation uses no memory afterwards', async () => {
    const { _id } = await createRecord(brigade, 'nino');
    const edit = operation('reemplazar', 'nino', { _id, version: 1, valores: valuesFor('nino') });
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const MEGABYTE = 1_000_000;
    const LENGTH = '"nueva00-00000":1,'.length;
    const send = async (time: number) => {
      const answer = await lane.save(edit, keys(MEGABYTE / LENGTH, `nueva${time}-`));
      expect([answer.status, answer.body.code]).toEqual([400, 'tooManyFields']);
    };
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    for (let time = 0; time < 4; time += 1) await send(time);
    const before = heap();
    const more = 12;
    for (let time = 4; time < 4 + more; time += 1) await send(time);
    // The names alone would take as much memory as was sent.
    expect((heap() - before) / (more * MEGABYTE)).toBeLessThan(0.5);
    expect((await lane.save(edit)).status).toBe(200);
  });

  it('in one operation of a device refuses only that operation', async () => {
    const [many, given, fine] = [creating('nino'), creating('nino'), creating('nino')];
    const wrong = { ...many, valores: { ...many.valores, ...keys(2_000) } };
    const outcomes = await lane.send(wrong, { ...given, descartado: keys(2_000) }, fine);
    expect(outcomes).toMatchObject([
      { estado: 'rechazada', code: 'invalid', message: [{ msg: 'Tiene demasiados campos', path: 'valores' }] },
      { estado: 'rechazada', code: 'invalid', message: [{ path: 'descartado' }] },
      { estado: 'hecha' },
    ]);
  });
});

describe('content nested 5,000 levels deep', () => {
  const DEEP = nested(5_000);
  const deepIn = (body: Body, where: string) => JSON.stringify({ ...body, [where]: 'DEEP' }).replace('"DEEP"', DEEP);

  it('is refused in any field of any body, declared or not', async () => {
    const { writes } = await everyWrite(api);
    const ofStrangers = new Set(
      everyCall()
        .filter(({ permission }) => permission === 'public')
        .map(({ method, path }) => `${method} ${path}`),
    );
    for (const { method, url, body } of writes)
      for (const where of ['otro', Object.keys(body)[0] ?? 'otro']) {
        const client = api.client(api.admin.token, newAddress());
        const answer = await client.raw(method, url, deepIn(body, where));
        // Public calls have a lower body limit.
        const code = ofStrangers.has(`${method} ${url}`) ? 'tooLarge' : 'tooDeep';
        const { status, message } = ERRORS[code];
        expect([answer.status, answer.body], `${method} ${url}`).toEqual([status, { code, message }]);
      }
  });

  it('under the id of an operation is refused by every call', async () => {
    const child = await createRecord(brigade, 'nino');
    const body = bodyWith(recordOf('nino'), undefined);
    const headers = () => ({ 'x-operacion': crypto.randomUUID(), 'content-type': 'application/json' });
    for (const [method, url] of [
      ['POST', '/api/nino'],
      ['PUT', `/api/nino/${child._id}`],
      ['DELETE', `/api/nino/${child._id}`],
    ] as const) {
      const answer = await brigade.send({ method, url, headers: headers(), payload: deepIn(body, 'otro') });
      expect([method, answer.status, answer.body.code]).toEqual([method, 400, 'tooDeep']);
    }
  });

  it('in one operation of a device refuses only that operation, also after a refused one', async () => {
    const device = newDevice();
    await brigade.post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
    const own = createLane(brigade, device.equipo);
    const refused = creating('nino', { valores: {} });
    const behind = creating('control', { persona: refused._id, valores: { peso: 'DEEP' } });
    const [deep, fine] = [creating('nino', { valores: { otro: 'DEEP' } }), creating('nino')];
    const given = creating('nino', { descartado: { nombres: 'DEEP' } });
    const sent = [refused, behind, deep, given, fine];
    const send = async (url: string, body: Body) => {
      const answer = await brigade.raw('POST', url, JSON.stringify(body).replaceAll('"DEEP"', DEEP));
      expect(answer.status, answer.text).toBe(200);
      return answer.body.resultados;
    };
    const tooDeep = { estado: 'rechazada', code: 'invalid', message: [{ msg: 'Tiene demasiados niveles' }] };
    expect(await send('/api/sincronizacion/envio', own.body(sent))).toMatchObject([
      { op: refused.op, estado: 'rechazada', code: 'invalid' },
      { op: behind.op, estado: 'enespera' },
      { op: deep.op, ...tooDeep },
      { op: given.op, ...tooDeep },
      { op: fine.op, estado: 'hecha' },
    ]);
    const handedIn = await send('/api/sincronizacion/entrega', { ...own.body([deep]), motivo: 'mismaPersona' });
    expect(handedIn).toMatchObject([{ op: deep.op, ...tooDeep }]);
  });
});

it('an answer names a hundred problems and the number of the others', async () => {
  const one = { sexo: 'X', peso: 'mucho', longitud: 'poca', perimetro: 'x' };
  const { body } = await brigade.post(
    '/api/crecimiento/evaluar',
    Array.from({ length: 500 }, () => one),
  );
  expect(body.message).toHaveLength(101);
  expect(body.message[99].path).toMatch(/^\d+\./);
  const { msg, path } = body.message[100];
  const more = Number(/^Hay (\d+) problemas más\.$/.exec(msg)?.[1]);
  expect([more > 1_000, path]).toEqual([true, '']);
});
