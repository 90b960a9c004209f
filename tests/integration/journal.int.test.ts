import { desc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#domain/calendar.ts';
import type { JournalEntry } from '#domain/calls/journal.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { numberedId, UUID } from '#domain/uuid.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { journal, receiptTable } from '#server/db/schema.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { type Body, bodyWith, createRecord, newCedula, recordOf } from '../support/factories.ts';
import { lasting } from '../support/passing-time.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const JOURNAL = '/api/auditoria';

let api: TestApi;
let brigada: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

const journalOf = async (query: Record<string, string>): Promise<JournalEntry[]> => {
  const { status, body, text } = await api.admin.get(JOURNAL, query);
  expect(status, text).toBe(200);
  return body;
};
const listening = () => api.app.listen({ port: 0, host: '127.0.0.1' });
const historyOf = (client: ApiClient, kind: string, id: string, query?: Record<string, string>) =>
  client.get(`/api/${kind}/${id}/historial`, query);
const NAME = { nombre: 'Rosa', apellido: 'Yuquilema' };

/** Creates a person with records of every type. */
async function wholePerson(kind: string) {
  const person = await createRecord(brigada, kind);
  for (const { key } of RECORD_LIST.filter(({ parent }) => parent?.record === kind))
    for (let i = 0; i < 2; i += 1) await createRecord(i === 0 ? brigada : api.admin, key, {}, person._id);
  return person;
}

/** Every column of a person and its records as stored. */
async function storedRows(kind: string, id: string) {
  const { db } = api.database;
  const rows: Record<string, Record<string, unknown>[]> = {
    [kind]: await db
      .select()
      .from(recordTable(kind))
      .where(eq(recordTable(kind)._id, id)),
  };
  for (const { key } of RECORD_LIST.filter(({ parent }) => parent?.record === kind)) {
    const table = recordTable(key);
    rows[key] = await db.select().from(table).where(eq(table.parentId, id)).orderBy(table._id);
  }
  return rows;
}

describe('the journal', () => {
  it('records reads, PDFs and exports with their reader shortly afterwards', async () => {
    const child = await createRecord(brigada, 'nino');
    await brigada.get(`/api/nino/${child._id}`);
    await brigada.get(`/api/nino/pdf/${child._id}`);
    await brigada.get('/api/nino/exportar.csv', { q: 'Pérez', sexo: 'FEMENINO' });
    await brigada.get('/api/nino');
    await brigada.get('/api/nino', { limit: '5' });
    const entries = await journalOf({ usuario: brigada.id, limit: '10' });
    for (const { _id } of entries) expect(_id).toMatch(UUID);
    expect(new Set(entries.map(({ _id }) => _id)).size).toBe(entries.length);
    const summaries = entries.map(({ accion, tipo, persona, cambios }) => ({
      accion,
      tipo,
      persona,
      pedido: Object.fromEntries(cambios.map(({ campo, despues }) => [campo, despues])),
    }));
    expect(summaries.slice(0, 4)).toEqual([
      { accion: 'exportar', tipo: 'nino', persona: null, pedido: { filas: expect.any(Number) } },
      { accion: 'exportar', tipo: 'nino', persona: null, pedido: { q: '…', sexo: 'FEMENINO', filas: 0 } },
      { accion: 'pdf', tipo: 'nino', persona: child._id, pedido: {} },
      { accion: 'ver', tipo: 'nino', persona: child._id, pedido: {} },
    ]);
    expect(summaries[4]?.accion).toBe('crear');
  });

  it('records that a search took place, but not its terms', async () => {
    const [cedula, cedulamadre] = [newCedula(), newCedula()];
    for (const path of ['/api/nino', '/api/nino/exportar.csv'])
      await brigada.get(path, { q: cedula, cedula, cedulamadre, canton: '' });
    const summaries = (await journalOf({ usuario: brigada.id, limit: '2' })).map(({ accion, cambios }) => [
      accion,
      ...cambios.map(({ campo, despues }) => `${campo} ${despues}`).toSorted(),
    ]);
    const expected = ['exportar', 'cedula …', 'cedulamadre …', 'filas 0', 'q …'];
    expect(summaries).toEqual([expected, expected]);
  });

  it('records lists read in large pages and lists not read to the end', async () => {
    const reader = await api.user('ROLE_SUPERVISOR');
    await reader.get('/api/nino', { limit: '20' });
    await reader.get('/api/nino', { limit: '1000' });
    await reader.get('/api/reportes/desnutricion', { limit: '21' });
    await reader.get('/api/seguimiento', { limit: '100' });
    await reader.get('/api/seguimiento', { limit: '101' });
    const url = await listening();
    const left = new AbortController();
    await fetch(`${url}/api/mujer`, { headers: { 'x-access-token': String(reader.token) }, signal: left.signal });
    left.abort();
    await expect
      .poll(async () => (await journalOf({ usuario: reader.id, accion: 'exportar' })).map(({ tipo }) => tipo))
      .toEqual(['mujer', 'seguimiento', 'reportes', 'nino']);
  });

  it('records one view of a person whose records or history were read without the page', async () => {
    const child = await createRecord(brigada, 'nino');
    const reader = await api.user('ROLE_SUPERVISOR');
    for (const path of ['/api/control', '/api/vacuna']) await reader.get(path, { ninoId: child._id });
    await historyOf(reader, 'nino', child._id);
    const viewedPersons = async () =>
      (await journalOf({ usuario: reader.id, accion: 'ver' })).map(({ tipo, persona }) => [tipo, persona]);
    expect(await viewedPersons()).toEqual([['nino', child._id]]);
    await reader.get(`/api/nino/${child._id}`);
    expect(await viewedPersons()).toHaveLength(2);
  });

  it('keeps the order of reads whose entries were written while other statements were waiting', async () => {
    const reader = await api.user('ROLE_SUPERVISOR');
    const doer = { id: reader.id, origin: null };
    const ids: [string, string, string] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const noteView = (id: string) => api.app.noteSoon(doer, { action: 'ver', kind: 'nino', about: id, person: id });
    let written: Promise<void> | undefined;
    await api.database.db.transaction(async (inside) => {
      await inside.execute(sql`lock table ${journal} in exclusive mode`);
      noteView(ids[0]);
      written = api.app.journalWritten();
      await lasting(50, 'the wait of the first entry');
      noteView(ids[1]);
      await lasting(200, 'the lock');
    });
    await written;
    noteView(ids[2]);
    const viewed = (await journalOf({ usuario: reader.id, accion: 'ver' })).map(({ persona }) => persona);
    expect(viewed).toEqual(ids.toReversed());
  });

  it('names the account of an entry and is filtered by it', async () => {
    const user = await api.user('ROLE_BRIGADA');
    await api.admin.delete(`/api/users/${user.id}/sesiones`);
    const [entry] = await journalOf({ persona: user.id });
    expect(entry).toMatchObject({ accion: 'salir', tipo: 'usuario', nombre: 'Rosa Yuquilema', usuario: api.admin.id });
  });

  it('records no view of a person that was not visible', async () => {
    const other = await api.user('ROLE_BRIGADA');
    const child = await createRecord(brigada, 'nino');
    expect((await other.get(`/api/nino/${child._id}`)).status).toBe(404);
    expect((await other.get('/api/nino/nadie')).status).toBe(404);
    expect(await journalOf({ usuario: other.id, accion: 'ver' })).toEqual([]);
  });

  it('records a refused sign-in with its address and a pseudonym of the cedula, never what was typed', async () => {
    const { cedula } = await api.user('ROLE_BRIGADA');
    const stranger = newCedula();
    for (const typed of [cedula, cedula, stranger])
      await api.client(undefined, '10.9.8.7').post('/api/auth/signin', { cedula: typed, password: 'Equivocada1' });
    const entries = await journalOf({ accion: 'rechazar' });
    expect(entries.map(({ direccion, usuario, registro }) => [direccion, usuario, registro === null])).toEqual([
      ['10.9.8.7', null, true],
      ['10.9.8.7', null, false],
      ['10.9.8.7', null, false],
    ]);
    const marks = entries.map(({ cambios }) => cambios[0]?.despues);
    expect(new Set(marks).size).toBe(2);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${cedula}|${stranger}|Equivocada`));
  });

  it('is filtered by person, user, kind, action and day, and paged with its total', async () => {
    const woman = await createRecord(brigada, 'mujer');
    await createRecord(brigada, 'etmi', {}, woman._id);
    await api.admin.put(`/api/mujer/${woman._id}`, { ...woman, nombres: 'ANA' });
    const about = { persona: woman._id };
    const actionsAndKinds = async (query: Record<string, string>) =>
      (await journalOf({ ...about, ...query })).map(({ accion, tipo }) => `${accion} ${tipo}`);
    expect(await actionsAndKinds({})).toEqual(['editar mujer', 'crear etmi', 'crear mujer']);
    expect(await actionsAndKinds({ usuario: api.admin.id })).toEqual(['editar mujer']);
    expect(await actionsAndKinds({ tipo: 'etmi' })).toEqual(['crear etmi']);
    expect(await actionsAndKinds({ accion: 'crear' })).toEqual(['crear etmi', 'crear mujer']);
    expect(await actionsAndKinds({ desde: today(), hasta: today() })).toHaveLength(3);
    expect(await actionsAndKinds({ hasta: '2020-01-01' })).toEqual([]);
    expect(await actionsAndKinds({ q: 'yuquilema rosa' })).toHaveLength(3);
    expect(await actionsAndKinds({ q: 'nadie' })).toEqual([]);
    const page = await api.admin.get(JOURNAL, { ...about, limit: '1', offset: '1' });
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.body).toHaveLength(1);
    expect(page.body[0]).toMatchObject({
      accion: 'crear',
      tipo: 'etmi',
      persona: woman._id,
      usuario: brigada.id,
      quien: { ...NAME, cedula: brigada.cedula },
      direccion: '127.0.0.1',
      equipo: 'Equipo desconocido',
    });
    for (const wrong of [{ persona: 'x' }, { tipo: 'nada' }, { accion: 'nada' }, { desde: 'ayer' }])
      expect((await api.admin.get(JOURNAL, wrong as Record<string, string>)).status).toBe(400);
  });

  it.each([
    ['a few', 2],
    ['hundreds of', 300],
  ])('is filtered by the name of %s accounts, newest first, and paged', async (_, accounts) => {
    const surname = `Namesake${accounts}`;
    const { db } = api.database;
    const [first, last] = await rawRows<{ _id: string }>(
      db,
      sql`insert into usuario (_id, nombre, apellido, cedula, email, busqueda, password_hash, fecha_registro)
        select gen_random_uuid(), 'Rosa', ${surname}::text, ${surname} || i, ${surname} || i, lower(${surname}), '', now()
        from generate_series(1, ${accounts}::int) as i returning _id`,
    );
    const expected = [first?._id, last?._id, first?._id];
    for (const actor of expected) await db.insert(journal).values({ action: 'entrar', kind: 'sesion', actor });
    expect((await journalOf({ q: surname })).map(({ usuario }) => usuario)).toEqual(expected);
    const page = await api.admin.get(JOURNAL, { q: surname, accion: 'entrar', limit: '1', offset: '1' });
    expect([page.headers['x-total-count'], page.body.map(({ usuario }: JournalEntry) => usuario)]).toEqual([
      '3',
      [expected[1]],
    ]);
    expect(await journalOf({ q: surname, accion: 'salir' })).toEqual([]);
  });

  it.each([
    ['accion', journal.action],
    ['tipo', journal.kind],
  ] as const)('is filtered by every value of %s', async (filter, column) => {
    await createRecord(brigada, 'mujer');
    // Entries of earlier reads are written later, in batches.
    await api.app.journalWritten();
    const values = await api.database.db.selectDistinct({ value: column }).from(journal);
    expect(values.length).toBeGreaterThan(2);
    for (const { value } of values) {
      const entries = await api.database.db
        .select({ seq: journal.seq })
        .from(journal)
        .where(eq(column, value))
        .orderBy(desc(journal.at), desc(journal.seq))
        .limit(20);
      // Longer pages would be noted in the journal.
      const filtered = await journalOf({ [filter]: value, limit: '20' });
      expect(filtered.map(({ _id }) => _id)).toEqual(entries.map(({ seq }) => numberedId(seq)));
    }
  });

  it('is for administrators only, as list and as file', async () => {
    const supervisor = await api.user('ROLE_SUPERVISOR');
    for (const path of ['', '/exportar.csv', '/eliminados', `/personas/${crypto.randomUUID()}`])
      expect([path, (await supervisor.get(`${JOURNAL}${path}`)).status]).toEqual([path, 403]);
    const file = await api.admin.get(`${JOURNAL}/exportar.csv`, { usuario: brigada.id, accion: 'crear' });
    expect(file.status).toBe(200);
    expect(file.text).toContain(brigada.cedula);
    expect(file.text.split('\r\n')[0]).toContain('Qué hizo');
  });
});

describe('a history', () => {
  it('lists field by field, newest first, the changes of a person and her records', async () => {
    const child = await createRecord(brigada, 'nino');
    const control = await createRecord(brigada, 'control', { peso: 8.5 }, child._id);
    await brigada.put(`/api/nino/${child._id}`, { ...child, nombres: 'LUZ MARÍA' });
    await brigada.put(`/api/nino/${child._id}`, { ...child, nombres: 'LUZ MARÍA', version: 2 });
    await api.admin.delete(`/api/control/${control._id}`);
    await brigada.get(`/api/nino/${child._id}`);
    const { status, body, headers } = await historyOf(brigada, 'nino', child._id);
    expect([status, headers['x-total-count']]).toEqual([200, '5']);
    expect(body.map(({ accion, tipo, registro }: Body) => [accion, tipo, registro])).toEqual([
      ['eliminar', 'control', control._id],
      ['editar', 'nino', child._id],
      ['editar', 'nino', child._id],
      ['crear', 'control', control._id],
      ['crear', 'nino', child._id],
    ]);
    expect(body[1].cambios).toEqual([]);
    expect(body[2]).toMatchObject({
      quien: { ...NAME, cedula: brigada.cedula },
      cambios: [{ campo: 'nombres', antes: child.nombres, despues: 'LUZ MARÍA' }],
    });
    expect(body[3].cambios).toContainEqual({ campo: 'peso', antes: null, despues: 8.5 });
    expect(body[0].cambios).toContainEqual({ campo: 'peso', antes: 8.5, despues: null });
    const ofControl = await historyOf(brigada, 'nino', child._id, { registro: control._id, limit: '1' });
    expect([ofControl.headers['x-total-count'], ofControl.body[0].accion]).toEqual(['2', 'eliminar']);
    expect((await historyOf(brigada, 'nino', child._id, { tipo: 'nino' })).body).toHaveLength(3);
  });

  it('is for users who may see the person', async () => {
    const child = await createRecord(brigada, 'nino');
    const status = async (client: ApiClient, kind = 'nino', id = child._id) =>
      (await historyOf(client, kind, id)).status;
    const [other, supervisor, usuario] = [
      await api.user('ROLE_BRIGADA'),
      await api.user('ROLE_SUPERVISOR'),
      await api.user('ROLE_USUARIO'),
    ];
    expect([await status(supervisor), await status(other), await status(usuario), await status(api.anonymous)]).toEqual(
      [200, 404, 403, 401],
    );
    expect([await status(brigada, 'mujer'), await status(brigada, 'nino', 'x')]).toEqual([404, 404]);
  });
});

describe.each(['nino', 'mujer'])('a deleted %s', (kind) => {
  it('is restored once, with every column of every record', async () => {
    const person = await wholePerson(kind);
    await brigada.put(`/api/${kind}/${person._id}`, { ...person, nombres: 'CAMBIADA' });
    const before = await storedRows(kind, person._id);
    expect((await brigada.delete(`/api/${kind}/${person._id}`)).status).toBe(200);
    expect(Object.values(await storedRows(kind, person._id)).flat()).toEqual([]);

    const { body } = await api.admin.get(`${JOURNAL}/eliminados`, { tipo: kind, q: person.cedula });
    const records = Object.values(before).flat().length - 1;
    expect(body).toEqual([
      {
        _id: person._id,
        tipo: kind,
        cedula: person.cedula,
        nombres: 'CAMBIADA',
        apellidos: person.apellidos,
        registros: records,
        cuando: expect.stringMatching(/^20.*Z$/),
        quien: { ...NAME, cedula: brigada.cedula },
      },
    ]);
    const restore = () => api.admin.post(`${JOURNAL}/eliminados/${person._id}/restaurar`, {});
    const [one, other] = await Promise.all([restore(), restore()]);
    expect([one.status, other.status].toSorted()).toEqual([200, 404]);
    expect([one, other].find(({ status }) => status === 200)?.body).toMatchObject({
      _id: person._id,
      tipo: kind,
      registros: records,
    });
    const [{ actualizado: edited, ...own } = {}] = before[kind] ?? [];
    const restored = await storedRows(kind, person._id);
    // A restoration is an edit for other systems.
    expect(restored).toEqual({ ...before, [kind]: [{ ...own, actualizado: expect.any(Date) }] });
    expect(Number(restored[kind]?.[0]?.actualizado)).toBeGreaterThan(Number(edited));
    expect((await api.admin.get(`${JOURNAL}/eliminados`, { q: person.cedula })).body).toEqual([]);
    expect((await restore()).status).toBe(404);
    expect((await historyOf(brigada, kind, person._id)).body.map(({ accion }: Body) => accion).slice(0, 3)).toEqual([
      'restaurar',
      'eliminar',
      'editar',
    ]);
  });

  it('is deleted and restored again in its latest state', async () => {
    const person = await createRecord(brigada, kind);
    for (const nombres of ['UNO', 'DOS']) {
      const { body } = await brigada.get(`/api/${kind}/${person._id}`);
      await brigada.put(`/api/${kind}/${person._id}`, { ...body, nombres });
      await brigada.delete(`/api/${kind}/${person._id}`);
      expect((await api.admin.get(`${JOURNAL}/eliminados`, { q: person.cedula })).body).toHaveLength(1);
      await api.admin.post(`${JOURNAL}/eliminados/${person._id}/restaurar`, {});
      expect((await brigada.get(`/api/${kind}/${person._id}`)).body.nombres).toBe(nombres);
    }
  });

  it('is restored only after its cedula is free again', async () => {
    const person = await wholePerson(kind);
    await brigada.delete(`/api/${kind}/${person._id}`);
    const other = await createRecord(brigada, kind, { cedula: person.cedula });
    const restore = () => api.admin.post(`${JOURNAL}/eliminados/${person._id}/restaurar`, {});
    const [unique] = recordOf(kind).unique ?? [];
    const refused = await restore();
    expect([refused.status, refused.body.message]).toEqual([409, [{ msg: unique?.message, path: 'cedula' }]]);
    expect(Object.values(await storedRows(kind, person._id)).flat()).toEqual([]);
    await brigada.put(`/api/${kind}/${other._id}`, { ...other, cedula: newCedula() });
    expect((await restore()).status).toBe(200);
  });

  it('keeps a record added during the deletion, or refuses it', async () => {
    const person = await createRecord(brigada, kind);
    const [record] = RECORD_LIST.filter(({ parent }) => parent?.record === kind);
    if (!record) throw new Error('no record');
    const adding = Array.from({ length: 6 }, () => brigada.post(`/api/${record.path}`, bodyWith(record, person._id)));
    const [deleted, ...added] = await Promise.all([brigada.delete(`/api/${kind}/${person._id}`), ...adding]);
    expect(deleted.status).toBe(200);
    const stored = added.filter(({ status }) => status === 201).length;
    expect(added.filter(({ status }) => status === 404)).toHaveLength(6 - stored);
    const back = await api.admin.post(`${JOURNAL}/eliminados/${person._id}/restaurar`, {});
    expect(back.body.registros).toBe(stored);
  });

  it('is exported completely before and after, then erased for good', async () => {
    const person = await wholePerson(kind);
    await brigada.get(`/api/${kind}/${person._id}`);
    const whole = () => api.admin.get(`${JOURNAL}/personas/${person._id}`);
    const liveExport = await whole();
    expect(liveExport.body).toMatchObject({ _id: person._id, tipo: kind, persona: { cedula: person.cedula } });
    const records = RECORD_LIST.filter(({ parent }) => parent?.record === kind);
    for (const { key } of records) expect(liveExport.body.registros[key]).toHaveLength(2);
    expect(liveExport.body.auditoria.map(({ accion }: Body) => accion)).toContain('ver');

    await brigada.delete(`/api/${kind}/${person._id}`);
    const deletedExport = await whole();
    expect(deletedExport.body.persona.cedula).toBe(person.cedula);
    for (const { key } of records) expect(deletedExport.body.registros[key]).toHaveLength(2);

    const erase = (motivo: string) => api.admin.post(`${JOURNAL}/personas/${person._id}/borrar`, { motivo });
    expect((await erase(' ')).body.message).toEqual([{ msg: 'Escribe el motivo', path: 'motivo' }]);
    const twice = await Promise.all([erase('Lo pidió su madre'), erase('Otra razón')]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await erase('Otra vez')).status).toBe(404);
    expect((await whole()).status).toBe(200);
    expect((await api.admin.post(`${JOURNAL}/eliminados/${person._id}/restaurar`, {})).status).toBe(404);
    expect((await api.admin.get(`${JOURNAL}/eliminados`, { q: person.cedula })).body).toEqual([]);
    const entries = await journalOf({ persona: person._id });
    const erasing = entries.findIndex(({ accion }) => accion === 'borrar');
    expect(entries[erasing]).toMatchObject({
      tipo: kind,
      cambios: [{ campo: 'motivo', despues: expect.stringMatching(/^(Lo pidió su madre|Otra razón)$/) }],
    });
    expect(entries.length).toBeGreaterThan(4);
    expect(entries.toSpliced(erasing, 1).flatMap(({ cambios }) => cambios)).toEqual([]);
    expect(JSON.stringify(entries)).not.toContain(person.cedula);
  });
});

it('a person who is not deleted is erased with one call', async () => {
  const person = await wholePerson('nino');
  expect((await api.admin.post(`${JOURNAL}/personas/${person._id}/borrar`, { motivo: 'Orden judicial' })).status).toBe(
    200,
  );
  expect(Object.values(await storedRows('nino', person._id)).flat()).toEqual([]);
  expect((await brigada.get(`/api/nino/${person._id}`)).status).toBe(404);
  expect((await api.admin.post(`${JOURNAL}/personas/${crypto.randomUUID()}/borrar`, { motivo: 'x' })).status).toBe(404);
  // The id stays used.
  const again = await brigada.post('/api/nino', { ...bodyWith(recordOf('nino'), undefined), _id: person._id });
  expect(again.status).toBe(409);
});

it('a person who is erased while another request restores her stays erased', async () => {
  for (let n = 0; n < 8; n += 1) {
    const person = await wholePerson('nino');
    await brigada.delete(`/api/nino/${person._id}`);
    const [restored, erased] = await Promise.all([
      api.admin.post(`${JOURNAL}/eliminados/${person._id}/restaurar`, {}),
      api.admin.post(`${JOURNAL}/personas/${person._id}/borrar`, { motivo: 'Lo pidió' }),
    ]);
    expect([200, 404]).toContain(restored.status);
    expect(erased.status).toBe(200);
    expect(Object.values(await storedRows('nino', person._id)).flat()).toEqual([]);
    const entries = await journalOf({ persona: person._id });
    expect(JSON.stringify(entries)).not.toContain(person.cedula);
  }
});

it('records older than the journal are erased without a trace too', async () => {
  const person = await wholePerson('nino');
  const { db } = api.database;
  await db.transaction(async (inside) => {
    await inside.execute(sql`alter table journal disable trigger user`);
    await inside.execute(sql`delete from journal where person = ${person._id}`);
    await inside.execute(sql`alter table journal enable trigger user`);
  });
  const ids = Object.values(await storedRows('nino', person._id)).flatMap((rows) =>
    rows.map((row) => (row as Body)._id),
  );
  expect(ids.length).toBeGreaterThan(5);
  const erased = await api.admin.post(`${JOURNAL}/personas/${person._id}/borrar`, { motivo: 'Lo pidió' });
  expect(erased.status, erased.text).toBe(200);
  const receipts = await db.select().from(receiptTable).where(inArray(receiptTable._id, ids));
  expect(receipts.map(({ huella }) => huella)).toEqual(ids.map(() => ''));
});

it('a view shortly before an orderly stop is recorded', async () => {
  const child = await createRecord(brigada, 'nino');
  const app = await buildApp({ database: api.database, secret: SECRET });
  expect((await new ApiClient(app, brigada.token).get(`/api/nino/${child._id}`)).status).toBe(200);
  await app.close();
  expect((await journalOf({ persona: child._id, accion: 'ver' })).map(({ usuario }) => usuario)).toEqual([brigada.id]);
});
