import { and, count, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { epochTable, journal, libreta, receiptTable } from '#server/db/schema.ts';
import { beginEpoch } from '#server/modules/sync/epoch.ts';
import { untilServed } from '../support/burst.ts';
import { type Body, createRecord, newCedula, recordOf } from '../support/factories.ts';
import { createReader } from '../support/feed.ts';
import { createLane, creating, type Lane, operation, valuesFor } from '../support/lane.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let brigade: TestUser;
let lane: Lane;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  brigade = await api.user('ROLE_BRIGADA');
  lane = createLane(brigade);
});

const entriesOf = (id: string) =>
  api.database.db
    .select()
    .from(journal)
    .where(and(eq(journal.about, id), ne(journal.action, 'ver')))
    .orderBy(journal.seq);
const receiptsOf = (...sent: Body[]) =>
  api.database.db
    .select()
    .from(receiptTable)
    .where(
      inArray(
        receiptTable._id,
        sent.map(({ op }) => op),
      ),
    );
const changeOf = async (persona: string) => {
  const [row] = await api.database.db.select().from(libreta).where(eq(libreta.persona, persona));
  return row?.cambio;
};
const controlOf = (child: Body, change: Body = {}) =>
  creating('control', { persona: child._id, valores: valuesFor('control', change) });

describe('an operation recorded without signal', () => {
  it.each(RECORD_LIST.map(({ key }) => key))('of type %s is stored as the specified call stores it', async (tipo) => {
    const { parent, path, schema } = recordOf(tipo);
    const person = parent && (await createRecord(brigade, parent.record));
    const sent = creating(tipo, person ? { persona: person._id } : {});
    const [outcome] = await lane.send(sent);
    expect(outcome).toEqual({ op: sent.op, estado: 'hecha', sello: await changeOf(sent.persona), version: 1 });
    const listed = parent
      ? await brigade.get(`/api/${path}`, { [parent.field]: sent.persona })
      : await brigade.get(`/api/${path}`);
    const stored = listed.body.find(({ _id }: Body) => _id === sent._id);
    expect(stored.createdBy._id).toBe(brigade.id);
    expect(schema.parse(stored)).toEqual(schema.parse(sent.valores));
    expect(await entriesOf(sent._id)).toMatchObject([
      { action: 'crear', kind: tipo, person: sent.persona, actor: brigade.id },
    ]);
    const [receipt] = await receiptsOf(sent);
    expect(receipt).toMatchObject({ usuario: brigade.id, equipo: lane.equipo, resultado: 'hecha', desfase: 0 });
    expect(receipt?.capturado?.toISOString()).toBe(sent.capturado);
    expect(await lane.send(sent)).toEqual([outcome]);
    const deletion = operation('eliminar', tipo, { _id: sent._id, persona: sent.persona, sello: outcome?.sello });
    expect(await lane.send(deletion)).toMatchObject([{ estado: 'hecha' }]);
    expect((await brigade.get(`/api/${path}`, parent ? { [parent.field]: sent.persona } : {})).body).toEqual([]);
  });

  it('is applied in order: a child, its records, an edit and a deletion in one call', async () => {
    const child = creating('nino');
    const control = controlOf(child);
    const other = controlOf(child, { fecha: '2026-11-01' });
    const edit = operation('reemplazar', 'nino', {
      ...{ _id: child._id, tras: child.op, valores: { ...child.valores, nombres: 'SISA' } },
    });
    const again = operation('reemplazar', 'nino', {
      ...{ _id: child._id, tras: edit.op, valores: { ...child.valores, nombres: 'SISA NINA' } },
    });
    const deletion = operation('eliminar', 'control', { _id: other._id, persona: child._id });
    const outcomes = await lane.send(child, control, other, edit, again, deletion);
    expect(outcomes.map(({ estado, version }) => [estado, version])).toEqual([
      ['hecha', 1],
      ['hecha', 1],
      ['hecha', 1],
      ['hecha', 2],
      ['hecha', 3],
      ['hecha', undefined],
    ]);
    expect((await brigade.get(`/api/nino/${child._id}`)).body).toMatchObject({ nombres: 'SISA NINA', version: 3 });
    expect((await brigade.get('/api/control', { ninoId: child._id })).body).toMatchObject([{ _id: control._id }]);
    const reader = createReader(api, brigade);
    await reader.pull();
    expect(reader.held.get(child._id)?.cambio).toBe(outcomes.at(-1)?.sello);
  });

  it('sent ten times at once is applied once with one outcome', async () => {
    const child = await createRecord(brigade, 'nino');
    const sent = [controlOf(child), controlOf(child, { fecha: '2026-10-20' })];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => brigade.post('/api/sincronizacion/envio', lane.body(sent))),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(1);
    for (const { body } of done) expect(body).toEqual(done[0]?.body);
    for (const { status, headers } of answers.filter((one) => !done.includes(one)))
      expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
    expect((await brigade.get('/api/control', { ninoId: child._id })).body).toHaveLength(2);
    for (const { _id } of sent) expect(await entriesOf(_id)).toHaveLength(1);
  });

  it('is recognised after a restoration, without stamps of the earlier epoch', async () => {
    const child = creating('nino');
    const [{ sello: _, ...outcome } = {}] = await lane.send(child);
    await api.database.db.update(epochTable).set({ sistema: 'another' });
    await beginEpoch(api.database);
    expect(await lane.send(child)).toEqual([outcome]);
    const deletion = operation('eliminar', 'nino', { _id: child._id });
    expect(await lane.send(deletion)).toMatchObject([{ code: 'outdated' }]);
    expect(await lane.send({ ...deletion, sello: await changeOf(child._id) })).toMatchObject([{ estado: 'hecha' }]);
  });

  it('loses its numbers in another database system, in statements that keep nothing else waiting', async () => {
    const { db } = api.database;
    await lane.send(creating('nino'));
    const many = sql`select gen_random_uuid(), gen_random_uuid(), repeat('x', 43), '5', '7' from generate_series(1, 20000)`;
    await db.execute(sql`insert into operacion (_id, usuario, huella, previo, sello) ${many}`);
    await db.update(epochTable).set({ sistema: 'another' });
    const numbered = () => db.$count(receiptTable, isNotNull(receiptTable.sello));
    expect(await numbered()).toBeGreaterThan(20_000);
    // Two processes begin the epoch at once.
    const sent = await sentStatements(() => Promise.all([beginEpoch(api.database), beginEpoch(api.database)]));
    expect(await numbered()).toBe(0);
    expect(await db.$count(epochTable)).toBe(1);
    expect(sent.filter((text) => text.startsWith('update "operacion"')).length).toBeGreaterThan(1);
    // The next one finds a valid epoch, and leaves the numbers of this system.
    await lane.send(creating('nino'));
    await beginEpoch(api.database);
    expect(await numbered()).toBe(1);
  });

  it('keeps its numbers after a failover, which two processes notice one after the other', async () => {
    const { db } = api.database;
    const child = creating('nino');
    const [outcome] = await lane.send(child);
    await db.update(epochTable).set({ linea: 'FFFFFFFF' });
    const [before] = await db.select().from(epochTable);
    // The first process ends before it fills the feed.
    const ended = Object.assign(Object.create(db), { execute: () => Promise.reject(new Error('ended')) });
    await expect(beginEpoch({ ...api.database, db: ended })).rejects.toThrow('ended');
    const [ending] = await db.select().from(epochTable);
    expect(ending).toEqual({ ...before, epoca: expect.not.stringMatching(String(before?.epoca)) });
    await Promise.all([beginEpoch(api.database), beginEpoch(api.database)]);
    const [begun, ...more] = await db.select().from(epochTable);
    expect([begun?.sistema, more]).toEqual([before?.sistema, []]);
    expect(begun?.linea).not.toBe(before?.linea);
    expect(await lane.send(child)).toEqual([outcome]);
  });

  it('is recognised with other key order and letter case of ids', async () => {
    const child = creating('nino');
    const outcome = await lane.send(child);
    const turned = { ...child, valores: Object.fromEntries(Object.entries(child.valores).reverse()) };
    expect(await lane.send({ ...turned, op: child.op.toUpperCase(), _id: child._id.toUpperCase() })).toEqual(outcome);
  });

  it('with other content or from another account is refused under the same id', async () => {
    const child = creating('nino');
    await lane.send(child);
    const other = { ...child, valores: { ...child.valores, nombres: 'OTRA' } };
    const refused = { op: child.op, estado: 'rechazada', code: 'idTaken', message: ERRORS.idTaken.message };
    expect(await lane.send(other)).toEqual([refused]);
    expect(await createLane(await api.user('ROLE_BRIGADA'), lane.equipo).send(child)).toEqual([refused]);
    expect((await brigade.get(`/api/nino/${child._id}`)).body).toMatchObject({
      nombres: child.valores.nombres,
      version: 1,
    });
  });

  it('that the specified call did before is done', async () => {
    const child = creating('nino');
    const answer = await brigade.post('/api/nino', { ...child.valores, _id: child._id });
    expect(answer.status).toBe(201);
    expect(await lane.send(child)).toMatchObject([{ estado: 'hecha', version: 1 }]);
    expect(await entriesOf(child._id)).toHaveLength(1);
    await api.admin.delete(`/api/nino/${child._id}`);
    // The receipt still exists.
    expect(await lane.send(child)).toMatchObject([{ estado: 'hecha', version: 1 }]);
  });

  it('that the specified call did before, and whose record was deleted, is done', async () => {
    const child = creating('nino');
    await brigade.post('/api/nino', { ...child.valores, _id: child._id });
    await api.admin.delete(`/api/nino/${child._id}`);
    expect(await lane.send(child)).toMatchObject([{ estado: 'hecha' }]);
    expect((await api.admin.get(`/api/nino/${child._id}`)).status).toBe(404);
  });
});

describe('a refused operation', () => {
  it('leaves nothing, holds back only its own booklet, and may be retried', async () => {
    const taken = await createRecord(await api.user('ROLE_BRIGADA'), 'nino');
    const child = creating('nino', { valores: valuesFor('nino', { cedula: taken.cedula }) });
    const [record, other] = [controlOf(child), creating('nino')];
    const outcomes = await lane.send(child, record, other, controlOf(other));
    const message = [{ msg: 'Ya existe un niño registrado con esta cédula', path: 'cedula' }];
    expect(outcomes).toMatchObject([
      { op: child.op, estado: 'rechazada', code: 'conflict', message },
      { op: record.op, estado: 'enespera' },
      { op: other.op, estado: 'hecha' },
      { estado: 'hecha' },
    ]);
    expect(await receiptsOf(child, record)).toEqual([]);
    expect(await entriesOf(child._id)).toEqual([]);
    const mended = { ...child, op: crypto.randomUUID(), valores: { ...child.valores, cedula: newCedula() } };
    expect(await lane.send(mended, record)).toMatchObject([{ estado: 'hecha' }, { estado: 'hecha' }]);
  });

  it('with an id under way is awaited, and its refusal frees the id', async () => {
    const child = await createRecord(brigade, 'nino');
    const bad = controlOf(child, { peso: 999 });
    const good = { ...bad, valores: valuesFor('control') };
    const send = (one: Body) => brigade.post('/api/sincronizacion/envio', lane.body([one]));
    const [refused, done] = await Promise.all([send(bad), send(good)]);
    expect([refused.body.resultados[0].estado, done.body.resultados[0].estado]).toEqual(['rechazada', 'hecha']);
  });

  it.each([
    ['a text of 100 kB', { cedula: 'x'.repeat(100_000) }],
    ['a list where a text is due', { nombres: ['a', 'b'] }],
    ['an object where a date is due', { fechanacimiento: { año: 2026 } }],
    ['a number where a text is due', { nombres: 7 }],
    ['no values', undefined],
  ])('with %s gets the message of the form', async (_, wrong) => {
    const valores = wrong && { ...valuesFor('nino'), ...wrong };
    const sent = creating('nino', { valores });
    const [outcome] = await lane.send(sent);
    expect(outcome).toMatchObject({ estado: 'rechazada', code: 'invalid' });
    const form = await brigade.post('/api/nino', { ...valores, _id: sent._id });
    expect(form.status).toBe(400);
    expect(outcome?.message).toEqual(form.body.message);
  });

  it.each([
    ['nested for ever', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['nested in objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('with content %s causes no failure', async (_, deep) => {
    const sent = JSON.stringify(lane.body([creating('nino', { valores: { nombres: 'DEEP' } })]));
    const answer = await brigade.raw('POST', '/api/sincronizacion/envio', sent.replace('"DEEP"', deep));
    expect([answer.status, answer.body.resultados?.[0].code]).toEqual([200, 'invalid']);
  });

  it('with values that no column accepts is cleaned or refused', async () => {
    const values = { ...valuesFor('nino'), nombres: 'SI\u0000SA', direccion: '\ud800', 'a\u0000b': 'x', __x: null };
    const sent = creating('nino', { valores: values, capturado: '0000-01-01T00:00:00Z', desfase: -3.7 });
    const [outcome] = await lane.send(sent);
    expect(['hecha', 'rechazada']).toContain(outcome?.estado);
    expect(outcome?.code).not.toBe('internal');
  });

  it('names a record of an unknown or foreign person, of another type, or of another person than stated', async () => {
    const stranger = await createRecord(await api.user('ROLE_BRIGADA'), 'nino');
    const [mine, woman] = [await createRecord(brigade, 'nino'), await createRecord(brigade, 'mujer')];
    const control = await createRecord(brigade, 'control', {}, mine._id);
    const sibling = await createRecord(brigade, 'nino');
    const codes = async (sent: Body) => (await lane.send(sent)).map(({ estado, code }) => [estado, code]);
    expect(await codes(controlOf({ _id: crypto.randomUUID() }))).toEqual([['rechazada', 'notFound']]);
    expect(await codes(controlOf(stranger))).toEqual([['rechazada', 'notFound']]);
    expect(await codes(controlOf(woman))).toEqual([['rechazada', 'notFound']]);
    expect(await codes(operation('eliminar', 'nino', { _id: stranger._id }))).toEqual([['rechazada', 'notFound']]);
    const edit = { _id: stranger._id, version: 1, valores: valuesFor('nino') };
    expect(await codes(operation('reemplazar', 'nino', edit))).toEqual([['rechazada', 'notFound']]);
    const wrong = { _id: control._id, persona: sibling._id };
    expect(await codes(operation('eliminar', 'control', wrong))).toEqual([['rechazada', 'invalid']]);
    expect(await codes(creating('nino', { persona: crypto.randomUUID() }))).toEqual([['rechazada', 'invalid']]);
    const replaced = operation('reemplazar', 'control', { _id: control._id, persona: mine._id, version: 1 });
    expect(await codes(replaced)).toEqual([['rechazada', 'invalid']]);
    expect((await brigade.get('/api/control', { ninoId: mine._id })).body).toHaveLength(1);
  });
});

describe('a change made elsewhere', () => {
  let child: Body;
  beforeEach(async () => {
    child = await createRecord(brigade, 'nino');
  });
  const edit = (change: Body, values: Body = {}) =>
    operation('reemplazar', 'nino', {
      _id: child._id,
      valores: { ...valuesFor('nino'), cedula: child.cedula, ...values },
      ...change,
    });

  it('is a conflict with the current row, its author and instant, and the history shows both once settled', async () => {
    const supervisor = await api.user('ROLE_SUPERVISOR');
    const theirs = { ...valuesFor('nino'), cedula: child.cedula, nombres: 'LA OTRA', version: 1 };
    expect((await supervisor.put(`/api/nino/${child._id}`, theirs)).status).toBe(200);
    const mine = edit({ version: 1 }, { nombres: 'LA MIA' });
    const [outcome] = await lane.send(mine);
    expect(outcome).toMatchObject({
      estado: 'rechazada',
      code: 'outdated',
      message: ERRORS.outdated.message,
      actual: { _id: child._id, nombres: 'LA OTRA', version: 2 },
      autor: { nombre: 'Rosa', apellido: 'Yuquilema' },
    });
    expect(Date.parse(outcome?.autor?.momento ?? '')).toBeGreaterThan(Date.parse(child.fechaRegistro) - 1);
    expect(await receiptsOf(mine)).toEqual([]);
    const settled = edit(
      { version: 2, descartado: { nombres: 'LA MIA', hcu: 'H-9', otra: 'x' } },
      { nombres: 'LA OTRA' },
    );
    expect(await lane.send(settled)).toMatchObject([{ estado: 'hecha', version: 3 }]);
    const [last] = (await brigade.get(`/api/nino/${child._id}/historial`)).body;
    const { hcu } = (await brigade.get(`/api/nino/${child._id}`)).body;
    expect(last.cambios).toEqual(
      expect.arrayContaining([
        { campo: 'nombres', antes: 'LA OTRA', despues: 'LA OTRA', descartado: 'LA MIA' },
        { campo: 'hcu', antes: hcu, despues: hcu, descartado: 'H-9' },
      ]),
    );
    expect(JSON.stringify(last.cambios)).not.toContain('otra"');
  });

  it('keeps the fields that an older application does not know', async () => {
    const full = {
      ...valuesFor('nino'),
      cedula: child.cedula,
      celular: '0991112223',
      direccion: 'BARRIO SUR',
      version: 1,
    };
    await brigade.put(`/api/nino/${child._id}`, full);
    const { direccion: _, ...knownValues }: Body = { ...valuesFor('nino'), cedula: child.cedula, celular: '' };
    const sent = edit({ version: 2, campos: Object.keys(knownValues), valores: knownValues });
    expect(await lane.send(sent)).toMatchObject([{ estado: 'hecha', version: 3 }]);
    expect((await brigade.get(`/api/nino/${child._id}`)).body).toMatchObject({ celular: '', direccion: 'BARRIO SUR' });
    const whole = edit({ version: 3, valores: knownValues });
    await lane.send(whole);
    expect((await brigade.get(`/api/nino/${child._id}`)).body).toMatchObject({ direccion: '' });
  });

  it('requires a version, or an operation that produced it', async () => {
    expect(await lane.send(edit({}))).toMatchObject([{ code: 'invalid', message: [{ path: 'version' }] }]);
    expect(await lane.send(edit({ tras: crypto.randomUUID() }))).toMatchObject([{ code: 'outdated' }]);
    const ofOthers = creating('nino');
    await createLane(await api.user('ROLE_BRIGADA')).send(ofOthers);
    expect(await lane.send(edit({ tras: ofOthers.op }))).toMatchObject([{ code: 'outdated' }]);
  });

  it('prevents the deletion of the person, unlike changes of the lane itself', async () => {
    const sello = await changeOf(child._id);
    const mine = controlOf(child);
    await lane.send(mine);
    const deletion = (change: Body = {}) => operation('eliminar', 'nino', { _id: child._id, sello, ...change });
    await createRecord(api.admin, 'control', { fecha: '2026-10-01' }, child._id);
    await lane.send(controlOf(child, { fecha: '2026-09-01' }));
    expect(await lane.send(deletion())).toMatchObject([
      { estado: 'rechazada', code: 'outdated', actual: { _id: child._id }, autor: { nombre: 'Rosa' } },
    ]);
    expect((await brigade.get('/api/control', { ninoId: child._id })).body).toHaveLength(3);
    const now = await changeOf(child._id);
    await lane.send(controlOf(child, { fecha: '2026-08-01' }));
    const other = createLane(brigade);
    expect(await other.send(deletion({ sello: now }))).toMatchObject([{ code: 'outdated' }]);
    expect(await lane.send(deletion({ sello: now }))).toMatchObject([{ estado: 'hecha' }]);
    expect((await api.admin.get(`/api/nino/${child._id}`)).status).toBe(404);
  });

  it('prevents the deletion of a person registered without signal only if another user made it', async () => {
    const [own, shared] = [creating('nino'), creating('nino')];
    const deleting = ({ _id }: Body) => operation('eliminar', 'nino', { _id });
    expect(await lane.send(own, controlOf(own), deleting(own))).toMatchObject(Array(3).fill({ estado: 'hecha' }));
    await lane.send(shared);
    await createRecord(api.admin, 'control', {}, shared._id);
    expect(await lane.send(controlOf(shared, { fecha: '2026-10-02' }), deleting(shared))).toMatchObject([
      { estado: 'hecha' },
      { code: 'outdated' },
    ]);
  });

  it('cannot be skipped with a stamp that never existed', async () => {
    const deletion = operation('eliminar', 'nino', { _id: child._id, sello: '9'.repeat(20) });
    expect(await lane.send(deletion)).toMatchObject([{ code: 'outdated' }]);
  });

  it('that deleted the record or the person makes a further deletion succeed', async () => {
    const control = await createRecord(brigade, 'control', {}, child._id);
    await api.admin.delete(`/api/control/${control._id}`);
    const deletion = operation('eliminar', 'control', { _id: control._id, persona: child._id });
    expect(await lane.send(deletion)).toMatchObject([{ estado: 'hecha' }]);
    await api.admin.delete(`/api/nino/${child._id}`);
    const both = [
      operation('eliminar', 'control', { _id: crypto.randomUUID(), persona: child._id }),
      operation('eliminar', 'nino', { _id: child._id, sello: '1' }),
    ];
    expect(await lane.send(...both)).toMatchObject([{ estado: 'hecha' }, { estado: 'hecha' }]);
  });
});

describe('a form with the id of an operation', () => {
  /** Receipts of operations; creations have another one. */
  const receipts = async () =>
    (await api.database.db.select({ many: count() }).from(receiptTable).where(isNotNull(receiptTable.recibida)))[0]
      ?.many;

  it('is stored once, by whichever route it is sent and repeated', async () => {
    const child = creating('nino');
    const first = await lane.save(child);
    expect([first.status, first.body._id]).toEqual([201, child._id]);
    const again = await lane.save(child);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const sello = await changeOf(child._id);
    expect(await lane.send(child)).toEqual([{ op: child.op, estado: 'hecha', version: 1, sello }]);

    const edit = operation('reemplazar', 'nino', {
      ...{ _id: child._id, version: 1, valores: { ...child.valores, nombres: 'SISA' } },
    });
    expect((await lane.save(edit)).body).toMatchObject({ nombres: 'SISA', version: 2 });
    const { headers: _, ...twice } = await lane.save(edit);
    expect([twice.status, twice.body.version]).toEqual([200, 2]);
    const named = { ...edit, campos: Object.keys(child.valores), capturado: '2026-11-22T20:00:00.000Z' };
    expect(await lane.send(named)).toMatchObject([{ estado: 'hecha', version: 2 }]);

    const control = controlOf(child);
    expect(await lane.send(control)).toMatchObject([{ estado: 'hecha' }]);
    expect((await lane.save(control)).status).toBe(201);
    for (const tipo of ['control', 'nino']) {
      const deletion = operation('eliminar', tipo, {
        ...{ _id: tipo === 'nino' ? child._id : control._id, persona: child._id, sello: '1' },
      });
      for (let time = 0; time < 2; time += 1) expect((await lane.save(deletion)).status).toBe(200);
      expect(await lane.send(deletion)).toMatchObject([{ estado: 'hecha' }]);
    }
    expect((await lane.save(child)).status).toBe(409);
    expect((await lane.save(edit)).status).toBe(404);
    expect((await entriesOf(child._id)).map(({ action }) => action)).toEqual(['crear', 'editar', 'eliminar']);
  });

  it('sent ten times at once is stored once', async () => {
    const child = creating('nino');
    const created = await Promise.all(Array.from({ length: 10 }, () => untilServed(() => lane.save(child))));
    expect(created.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const edit = operation('reemplazar', 'nino', { _id: child._id, version: 1, valores: child.valores });
    const edited = await Promise.all(Array.from({ length: 10 }, () => untilServed(() => lane.save(edit))));
    expect(edited.map(({ status, body }) => [status, body.version])).toEqual(Array(10).fill([200, 2]));
    const deletion = operation('eliminar', 'nino', { _id: child._id });
    const deleted = await Promise.all(Array.from({ length: 10 }, () => untilServed(() => lane.save(deletion))));
    expect(deleted.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await entriesOf(child._id)).toHaveLength(3);
  });

  it('is refused exactly as without it and leaves nothing', async () => {
    const before = await receipts();
    const stranger = await createRecord(await api.user('ROLE_BRIGADA'), 'nino');
    const twin = creating('nino', { valores: valuesFor('nino', { cedula: stranger.cedula }) });
    expect([(await lane.save(twin)).status, (await lane.save(controlOf(stranger))).status]).toEqual([409, 404]);
    const outdated = operation('reemplazar', 'nino', { _id: stranger._id, version: 9, valores: valuesFor('nino') });
    expect((await lane.save(outdated)).status).toBe(404);
    expect((await createLane(api.admin).save(outdated)).status).toBe(409);
    expect((await lane.save(operation('eliminar', 'nino', { _id: stranger._id }))).status).toBe(404);
    const nothing = operation('eliminar', 'control', { persona: stranger._id });
    expect((await lane.save(nothing)).status).toBe(404);
    expect((await lane.save(creating('nino', { valores: {} }))).status).toBe(400);
    expect((await lane.save({ ...creating('nino'), op: 'no soy' })).body.message).toMatchObject([
      { path: 'x-operacion' },
    ]);
    expect(await receipts()).toBe(before);
    const child = creating('nino');
    await lane.save(child);
    expect((await lane.save({ ...child, valores: { ...child.valores, nombres: 'OTRA' } })).status).toBe(409);
    expect((await createLane(api.admin).save(child)).status).toBe(409);
  });

  it('is described for the calls that record and for no others', async () => {
    const { body } = await api.anonymous.get('/api/docs/json');
    const described = Object.entries(body.paths as Record<string, Record<string, { parameters?: { name: string }[] }>>)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { parameters }]) => ({ path, method, parameters })),
      )
      .filter(({ parameters }) => parameters?.some(({ name }) => name === 'x-operacion'))
      .map(({ path, method }) => `${method} ${path}`);
    const written = RECORD_LIST.flatMap(({ path, parent }) => [
      `post /api/${path}`,
      `delete /api/${path}/{id}`,
      ...(parent ? [] : [`put /api/${path}/{id}`]),
    ]);
    expect(described.toSorted()).toEqual(written.toSorted());
  });

  it('leaves one receipt: of the creation without it, and with it under the id of the operation', async () => {
    const before = await receipts();
    await createRecord(brigade, 'nino');
    expect(await receipts()).toBe(before);
    const child = creating('nino');
    const { body } = await lane.save(child, { _id: undefined });
    expect(body._id).toBe(child.op);
  });
});

describe('the sending call', () => {
  const post = (body: unknown, as = brigade) => as.post('/api/sincronizacion/envio', body);

  it('accepts 1 to 50 operations and at most 256 kB', async () => {
    expect((await post(lane.body([]))).status).toBe(400);
    const many = Array.from({ length: 51 }, () => creating('nino'));
    expect((await post(lane.body(many))).status).toBe(400);
    expect((await lane.send(...many.slice(1))).every(({ estado }) => estado === 'hecha')).toBe(true);
    const big = creating('nino', { valores: { nombres: 'x'.repeat(256 * 1024) } });
    const answer = await post(lane.body([big]));
    expect([answer.status, answer.body.code]).toEqual([413, 'tooLarge']);
  });

  it('of a later protocol is refused before its fields are checked', async () => {
    for (const url of ['/api/sincronizacion/envio', '/api/sincronizacion/entrega']) {
      const answer = await brigade.post(url, { protocolo: 2, algo: 'nuevo' });
      expect([answer.status, answer.body.code]).toEqual([409, 'protocol']);
    }
    expect((await post({ ...lane.body([creating('nino')]), protocolo: 0 })).status).toBe(400);
  });

  it('is for the roles of the booklet', async () => {
    const child = creating('nino');
    expect((await post(lane.body([child]), await api.user('ROLE_USUARIO'))).status).toBe(403);
    expect((await api.anonymous.post('/api/sincronizacion/envio', lane.body([child]))).status).toBe(401);
    const stored = and(eq(journal.about, child._id));
    expect(await api.database.db.select().from(journal).where(stored)).toEqual([]);
  });
});
