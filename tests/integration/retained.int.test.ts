import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { departureTable, journal, libreta, receiptTable, retainedWriteTable, vaultTable } from '#server/db/schema.ts';
import { deleteOldReceipts } from '#server/modules/sending/delete-old-receipts.ts';
import { MAX_RETAINED, MAX_RETAINED_BYTES } from '#server/modules/sending/retain.ts';
import { retainedListing } from '#server/modules/sending/retained-list.ts';
import type { ApiClient } from '../support/api-client.ts';
import { type Body, createRecord, newDevice } from '../support/factories.ts';
import { createLane, creating, type Lane, operation, valuesFor } from '../support/lane.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';
import { withoutRole } from '../support/without-role.ts';

let api: TestApi;
let supervisor: TestUser;
let brigade: TestUser;
let otherBrigade: TestUser;
let lane: Lane;
/** The device of the latest vault. */
let device: ReturnType<typeof newDevice>;
let child: Body;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  signedIn = undefined;
  [brigade, otherBrigade] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  lane = await onDevice(brigade);
  child = await createRecord(brigade, 'nino', { nombres: 'SISA', apellidos: 'GUALÁN' });
});

/** A lane on a device where the user has a vault. */
async function onDevice(user: TestUser): Promise<Lane> {
  device = newDevice();
  await user.post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
  return createLane(user, device.equipo);
}

/** The user in a session without a device. */
async function signedInAgain({ cedula, password }: TestUser): Promise<ApiClient> {
  return api.client((await api.anonymous.post('/api/auth/signin', { cedula, password })).body.accessToken);
}

const changeOf = async (persona: string) => {
  const [row] = await api.database.db.select().from(libreta).where(eq(libreta.persona, persona));
  return row?.cambio;
};
const handOver = (a: TestUser, persona = child._id) =>
  supervisor.post('/api/traspasos', { personas: [persona], a: a.id, motivo: 'Cambió de sector' });
const control = (change: Body = {}, values: Body = {}) =>
  creating('control', { persona: child._id, valores: valuesFor('control', values), ...change });
const edit = (change: Body = {}, values: Body = {}) =>
  operation('reemplazar', 'nino', {
    ...{ _id: child._id, version: 1, valores: { ...valuesFor('nino'), cedula: child.cedula, ...values }, ...change },
  });
const controlsOf = async (persona = child._id) =>
  (await supervisor.get('/api/control', { ninoId: persona })).body as Body[];
const listed = async (query: Record<string, string> = {}) =>
  (await supervisor.get('/api/retenidos', { usuario: brigade.id, ...query })).body as Body[];
/** Hands in waiting operations after the role was removed. */
let signedIn: ApiClient | undefined;
async function handIn(...operations: Body[]) {
  signedIn ??= await withoutRole(api, brigade);
  return createLane(signedIn, lane.equipo).handIn('rol', ...operations);
}
const accept = (one: Body, as = supervisor) => as.post(`/api/retenidos/${one.op}/aceptar`, {});
const close = (one: Body, razon = 'Ya se registró a mano', as = supervisor) =>
  as.post(`/api/retenidos/${one.op}/cerrar`, { razon });
const entriesOf = (id: string) =>
  api.database.db
    .select()
    .from(journal)
    .where(and(eq(journal.about, id), ne(journal.action, 'ver')))
    .orderBy(journal.seq);

describe('a booklet handed to another brigade', () => {
  let sello: string | undefined;
  beforeEach(async () => {
    sello = await changeOf(child._id);
    await handOver(otherBrigade);
  });

  it('accepts a new record of the former custodian whose device did not know of the hand-over', async () => {
    const sent = control({ sello });
    const outcomes = await lane.send(sent);
    expect(outcomes).toMatchObject([{ estado: 'hecha', version: 1, sello: await changeOf(child._id) }]);
    expect(await lane.send(sent)).toEqual(outcomes);
    const [stored] = (await otherBrigade.get('/api/control', { ninoId: child._id })).body;
    expect([stored._id, stored.createdBy._id]).toEqual([sent._id, brigade.id]);
    expect((await brigade.get('/api/control', { ninoId: child._id })).status).toBe(404);
  });

  it('retains edits, deletions, records written with knowledge of it, and those later than thirty days', async () => {
    const outcome = { estado: 'retenida', motivo: 'traspasada' };
    expect(await lane.send(edit({ sello }))).toMatchObject([outcome]);
    await accept((await listed()).map(({ _id }) => ({ op: _id }))[0] ?? {});
    const deletion = operation('eliminar', 'nino', { _id: child._id, sello });
    expect(await lane.send(deletion)).toMatchObject([outcome]);
    await close(deletion);
    const knowing = control({ sello: await changeOf(child._id) });
    expect(await lane.send(knowing)).toMatchObject([outcome]);
    await close(knowing);
    await api.database.db
      .update(departureTable)
      .set({ momento: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(departureTable.persona, child._id));
    expect(await lane.send(control({ sello }))).toMatchObject([outcome]);
    expect(await controlsOf()).toEqual([]);
  });

  it('retains later edits behind a retained one until a decision, and accepts new records meanwhile', async () => {
    const first = edit({ sello });
    const [later, other] = [control({ sello }), control({ sello }, { fecha: '2026-10-05' })];
    expect(await lane.send(first, later)).toMatchObject([{ estado: 'retenida' }, { estado: 'hecha' }]);
    expect(await lane.send(other)).toMatchObject([{ estado: 'hecha' }]);
    expect((await controlsOf()).map(({ _id }) => _id).toSorted()).toEqual([later._id, other._id].toSorted());
    // The booklet is hers again, but nothing overtakes her retained edit.
    await handOver(brigade);
    const again = edit({ sello: await changeOf(child._id), tras: first.op }, { celular: '0991234567' });
    expect(await lane.send(again)).toMatchObject([{ estado: 'retenida', motivo: 'traspasada' }]);
    for (const { _id } of await listed({ estado: 'abiertos' })) await close({ op: _id });
    expect(await lane.send(first)).toMatchObject([{ estado: 'retenida' }]);
    expect(await lane.send(control({ sello }, { fecha: '2026-10-06' }))).toMatchObject([{ estado: 'hecha' }]);
  });

  it('shows late arrivals in the history of the new custodian', async () => {
    const sent = control({ sello });
    await lane.send(sent, edit({ sello }));
    const late = { campo: 'llegada', antes: null, despues: 'Registrado antes del traspaso, llegó después' };
    const [entry] = (await otherBrigade.get(`/api/nino/${child._id}/historial`)).body;
    expect(entry).toMatchObject({ accion: 'crear', registro: sent._id, quien: { cedula: brigade.cedula } });
    expect(entry.cambios).toContainEqual(late);
    await createRecord(otherBrigade, 'control', {}, child._id);
    const [own] = (await otherBrigade.get(`/api/nino/${child._id}/historial`)).body;
    expect(JSON.stringify(own.cambios)).not.toContain('llegada');
  });

  it('retains a record captured after the hand-over, whatever stamp the device sends', async () => {
    const outcome = { estado: 'retenida', motivo: 'traspasada' };
    expect(await lane.send(control({ sello, capturado: new Date().toISOString() }))).toMatchObject([outcome]);
    expect(await lane.send(control({ sello, capturado: '0000-01-01T00:00:00Z' }))).toMatchObject([{ estado: 'hecha' }]);
  });

  it('retains records of a device that was told of it, and of one registered afterwards', async () => {
    const outcome = { estado: 'retenida', motivo: 'traspasada' };
    expect(await createLane(brigade).send(control({ sello }))).toMatchObject([outcome]);
    // The feed ends before the oldest running transaction of the cluster, which other test files use.
    await expect.poll(async () => (await brigade.get('/api/sincronizacion')).body.salen).toContain(child._id);
    expect(await lane.send(control({ sello }, { fecha: '2026-10-05' }))).toMatchObject([outcome]);
    const late = await onDevice(brigade);
    expect(await late.send(control({ sello }, { fecha: '2026-10-06' }))).toMatchObject([outcome]);
    expect(await controlsOf()).toEqual([]);
  });

  it('retains records sent under a device other than that of the session', async () => {
    const outcome = { estado: 'retenida', motivo: 'traspasada' };
    const other = newDevice();
    const there = await signedInAgain(brigade);
    await there.post('/api/equipos/llave', { ...other, nombre: 'Tablet 8' });
    await api.database.db
      .update(vaultTable)
      .set({ desde: sql`now() - interval '30 days'`, visita: sql`now()` })
      .where(eq(vaultTable.equipo, other.equipo));
    const named = createLane(brigade, other.equipo);
    expect(await named.send(control({ sello }))).toMatchObject([outcome]);
    // A session without a device is accepted only while none of her devices was told.
    const ofNone = createLane(await signedInAgain(brigade), other.equipo);
    expect(await ofNone.send(control({ sello }, { fecha: '2026-10-05' }))).toMatchObject([{ estado: 'hecha' }]);
    await expect.poll(async () => (await brigade.get('/api/sincronizacion')).body.salen).toContain(child._id);
    expect(await ofNone.send(control({ sello }, { fecha: '2026-10-06' }))).toMatchObject([outcome]);
    const own = createLane(there, other.equipo);
    expect(await own.send(control({ sello }, { fecha: '2026-10-07' }))).toMatchObject([{ estado: 'hecha' }]);
    expect(await controlsOf()).toHaveLength(2);
  });

  it('retains records of a later visit if the device had contact in between', async () => {
    const day = control({ sello });
    const contact = { equipo: lane.equipo, secreto: device.secreto, pendientes: { [brigade.id]: 1 } };
    expect((await api.anonymous.post('/api/equipos/contacto', contact)).status).toBe(200);
    // An evening is one visit, even if the connection breaks.
    expect(await lane.send(day)).toMatchObject([{ estado: 'hecha' }]);
    const earlier = (hours: number) => sql`now() - make_interval(hours => ${hours})`;
    await api.database.db
      .update(departureTable)
      .set({ momento: sql`now() - interval '3 days'` })
      .where(eq(departureTable.persona, child._id));
    const old = { desde: earlier(24 * 30), visita: earlier(24 * 2), ultimoContacto: earlier(24 * 2) };
    await api.database.db.update(vaultTable).set(old).where(eq(vaultTable.equipo, lane.equipo));
    const next = control({ sello, capturado: new Date(Date.now() - 4 * 86_400_000).toISOString() });
    expect(await lane.send(next)).toMatchObject([{ estado: 'retenida', motivo: 'traspasada' }]);
    expect(await controlsOf()).toHaveLength(1);
  });

  it('is not created again by an operation that the specified call had done, and is hidden from others', async () => {
    const newborn = creating('nino');
    expect((await brigade.post('/api/nino', { ...newborn.valores, _id: newborn._id })).status).toBe(201);
    await handOver(otherBrigade, newborn._id);
    expect(await createLane(otherBrigade).send(newborn)).toMatchObject([{ code: 'idTaken' }]);
    expect(await lane.send(newborn)).toMatchObject([{ estado: 'hecha', version: 1 }]);
    const stranger = createLane(await api.user('ROLE_BRIGADA'));
    const other = creating('nino', { _id: newborn._id });
    expect(await stranger.send(other)).toEqual([
      { op: other.op, estado: 'rechazada', code: 'idTaken', message: ERRORS.idTaken.message },
    ]);
  });

  it('refuses an account that was never its custodian', async () => {
    const stranger = await onDevice(await api.user('ROLE_BRIGADA'));
    expect(await stranger.send(edit(), control())).toMatchObject([
      { estado: 'rechazada', code: 'notFound' },
      { estado: 'enespera' },
    ]);
  });
});

describe('a person deleted elsewhere', () => {
  it('is restored with the retained records once supervision accepts them', async () => {
    const [first, second] = [control(), control({}, { fecha: '2026-10-05' })];
    await supervisor.delete(`/api/nino/${child._id}`);
    const outcome = { estado: 'retenida', motivo: 'eliminada' };
    expect(await lane.send(first, second, edit({}, { nombres: 'SISA NINA' }))).toMatchObject([
      outcome,
      outcome,
      outcome,
    ]);
    const rows = await listed();
    expect(rows).toMatchObject([
      { hace: 'reemplazar', tipo: 'nino' },
      { hace: 'crear', tipo: 'control' },
      {
        _id: first.op,
        quien: { _id: brigade.id, cedula: brigade.cedula },
        persona: { _id: child._id, tipo: 'nino', nombre: 'SISA GUALÁN', existe: false },
        motivo: 'eliminada',
        resuelta: null,
        resultado: null,
      },
    ]);
    expect(rows[2]?.cambios).toContainEqual({ campo: 'peso', antes: null, despues: first.valores.peso });
    const answer = await accept(first);
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'Se guardó en la libreta, a nombre de quien lo registró.',
    ]);
    expect(await controlsOf()).toMatchObject([{ _id: first._id, createdBy: { _id: brigade.id } }]);
    for (const { _id } of rows.slice(0, 2)) expect((await accept({ op: _id })).status).toBe(200);
    expect((await brigade.get(`/api/nino/${child._id}`)).body).toMatchObject({ nombres: 'SISA NINA', version: 2 });
    expect(await controlsOf()).toHaveLength(2);
    expect(await lane.send(first)).toMatchObject([{ estado: 'hecha', version: 1, sello: expect.any(String) }]);
    expect((await entriesOf(first.op)).map(({ action, actor }) => [action, actor])).toEqual([
      ['entregar', brigade.id],
      ['aceptar', supervisor.id],
    ]);
    expect((await entriesOf(child._id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['crear', brigade.id],
      ['eliminar', supervisor.id],
      ['restaurar', supervisor.id],
      ['editar', brigade.id],
    ]);
    expect(await listed({ estado: 'resueltos' })).toMatchObject([
      { resultado: 'aceptado', resueltaPor: { _id: supervisor.id } },
      { resultado: 'aceptado' },
      { resultado: 'aceptado' },
    ]);
  });

  it('and erased loses all retained content and accepts nothing more', async () => {
    const sent = control();
    await supervisor.delete(`/api/nino/${child._id}`);
    await lane.send(sent);
    await close(sent, 'SISA ya no vive aquí');
    const open = control({}, { fecha: '2026-09-09' });
    await lane.send(open);
    const given = (await api.admin.get(`/api/auditoria/personas/${child._id}`)).body.retenidos as Body[];
    expect(given.map(({ _id, contenido }) => [_id, contenido.valores]).toSorted()).toEqual(
      [sent, open].map(({ op, valores }) => [op, valores]).toSorted(),
    );
    await api.admin.post(`/api/auditoria/personas/${child._id}/borrar`, { motivo: 'Lo pidió su madre' });
    const kept = await api.database.db
      .select()
      .from(retainedWriteTable)
      .where(eq(retainedWriteTable.persona, child._id));
    expect(kept.map(({ contenido, razon, resultado }) => [contenido, razon, resultado]).sort()).toEqual([
      [null, null, 'borrado'],
      [null, null, 'cerrado'],
    ]);
    const receipts = await api.database.db.select().from(receiptTable).where(eq(receiptTable.persona, child._id));
    expect(receipts.map(({ huella }) => huella)).toEqual(['', '']);
    expect((await accept(open)).body.code).toBe('settled');
    expect(await lane.send(open)).toMatchObject([{ estado: 'retenida' }]);
    expect(await lane.send(control({}, { fecha: '2026-08-08' }))).toMatchObject([{ code: 'notFound' }]);
    expect(await handIn(control())).toMatchObject([{ estado: 'rechazada', code: 'notFound' }]);
    expect(await listed()).toMatchObject([{ cambios: [] }, { cambios: [] }]);
  });

  it('an accepted edit does not overwrite a later change', async () => {
    const sent = edit({}, { nombres: 'LA MIA' });
    await handIn(sent);
    const changed = { ...valuesFor('nino'), cedula: child.cedula, nombres: 'LA OTRA', version: 1 };
    expect((await supervisor.put(`/api/nino/${child._id}`, changed)).status).toBe(200);
    const answer = await accept(sent);
    expect([answer.status, answer.body.code, answer.body.nombres]).toEqual([409, 'outdated', 'LA OTRA']);
    expect(await listed({ estado: 'abiertos' })).toHaveLength(1);
    expect((await close(sent)).status).toBe(200);
  });
});

describe('an account that lost its role', () => {
  it('can no longer send, but hands in its waiting operations once, to be done in its name', async () => {
    const [newborn, record] = [creating('nino'), control()];
    const now = createLane(await withoutRole(api, brigade), lane.equipo);
    await expect(now.send(newborn)).rejects.toThrow('403');
    const outcomes = await now.handIn('rol', newborn, record);
    expect(outcomes).toMatchObject([
      { op: newborn.op, estado: 'retenida', motivo: 'rol' },
      { op: record.op, estado: 'retenida', motivo: 'rol' },
    ]);
    expect(await now.handIn('rol', newborn, record)).toEqual(outcomes);
    expect(await listed()).toHaveLength(2);
    expect((await accept(newborn)).status).toBe(200);
    expect((await accept(record)).status).toBe(200);
    expect((await supervisor.get(`/api/nino/${newborn._id}`)).body.createdBy._id).toBe(brigade.id);
    expect(await controlsOf()).toMatchObject([{ _id: record._id, createdBy: { _id: brigade.id } }]);
  });

  it('is required: an account with its role cannot hand in', async () => {
    await expect(lane.handIn('rol', control())).rejects.toThrow('403');
    expect(await listed()).toEqual([]);
  });

  it('cannot hand in operations on booklets that were never its own or are unknown', async () => {
    const stranger = await createRecord(otherBrigade, 'nino');
    const edited = operation('reemplazar', 'nino', { _id: stranger._id, version: 1, valores: valuesFor('nino') });
    const deletedChild = await createRecord(otherBrigade, 'nino');
    await supervisor.delete(`/api/nino/${deletedChild._id}`);
    const refused = [edited, operation('eliminar', 'nino', { _id: stranger._id })];
    for (const persona of [stranger._id, deletedChild._id, crypto.randomUUID()]) refused.push(control({ persona }));
    for (const outcome of await handIn(...refused))
      expect(outcome).toMatchObject({ estado: 'rechazada', code: 'notFound' });
    expect(await handIn(creating('nino', { _id: stranger._id, persona: stranger._id }))).toMatchObject([
      { code: 'notFound' },
    ]);
    expect(await listed()).toEqual([]);
  });

  it('hands in records of a booklet it once had, shown with the period of its custody', async () => {
    await handOver(otherBrigade);
    expect(await handIn(control())).toMatchObject([{ estado: 'retenida' }]);
    const [row] = await listed();
    const [handover] = (await supervisor.get('/api/traspasos', { persona: child._id })).body;
    expect(row?.tuvo).toEqual([{ desde: child.fechaRegistro, hasta: handover.cuando }]);
    const later = creating('nino');
    expect(await handIn(later, control({ persona: later._id }))).toMatchObject([
      { estado: 'retenida' },
      { estado: 'retenida' },
    ]);
    expect((await listed({ persona: later._id })).map(({ tuvo }) => tuvo)).toEqual([[], []]);
  });

  it('that was a supervisor hands in records on any booklet', async () => {
    const former = await api.user('ROLE_SUPERVISOR');
    const kept = await onDevice(former);
    const now = createLane(await withoutRole(api, former), kept.equipo);
    expect(await now.handIn('rol', control())).toMatchObject([{ estado: 'retenida', motivo: 'rol' }]);
    expect(await listed({ usuario: former.id })).toMatchObject([{ quien: { _id: former.id }, tuvo: [] }]);
  });

  it('hands in changes that are shown beside the stored values', async () => {
    const { nombres, direccion } = child;
    const renamed = edit({}, { nombres: 'otra sisa', direccion });
    const record = await createRecord(brigade, 'control', {}, child._id);
    const removed = operation('eliminar', 'control', { _id: record._id, persona: child._id });
    await handIn(edit({ campos: ['nombres'] }, { nombres: 'sisa nina', apellidos: 'X' }), renamed, removed);
    const rows = await listed();
    expect(rows[2]?.cambios).toEqual([{ campo: 'nombres', antes: nombres, despues: 'SISA NINA' }]);
    expect(rows[1]?.cambios).toContainEqual({ campo: 'nombres', antes: nombres, despues: 'OTRA SISA' });
    expect(JSON.stringify(rows[1]?.cambios)).not.toContain('"cedula"');
    expect(rows[0]?.cambios).toContainEqual({ campo: 'peso', antes: record.peso, despues: null });
  });

  it('hands in only from a device where it had a vault, up to a number of operations', async () => {
    const stranger = await api.user('ROLE_USUARIO');
    await expect(createLane(stranger, lane.equipo).handIn('rol', control())).rejects.toThrow('404');
    const one = { ...{ usuario: brigade.id, equipo: lane.equipo, persona: child._id, registro: child._id } };
    const rows = Array.from({ length: MAX_RETAINED }, () => ({
      ...{ ...one, _id: crypto.randomUUID(), tipo: 'nino', hace: 'eliminar' as const, motivo: 'rol' as const },
    }));
    await api.database.db.insert(retainedWriteTable).values(rows);
    expect(await handIn(control())).toMatchObject([{ estado: 'rechazada', code: 'tooManyRetained' }]);
    await api.database.db.delete(retainedWriteTable).where(eq(retainedWriteTable.usuario, brigade.id));
    expect(await handIn(control())).toMatchObject([{ estado: 'retenida' }]);
  });

  it('hands in declared fields only, up to a number of bytes; the rest stays on the device', async () => {
    const nested = { valores: { ...valuesFor('control'), nada: 'x'.repeat(1_000) }, descartado: { nada: 1, peso: 9 } };
    const sent = control({ ...nested, campos: ['peso', 'nada'] });
    await handIn(sent);
    const [kept] = await api.database.db.select().from(retainedWriteTable).where(eq(retainedWriteTable._id, sent.op));
    expect(JSON.stringify(kept?.contenido)).not.toContain('nada');
    expect(kept?.contenido).toMatchObject({ valores: valuesFor('control'), descartado: { peso: 9 }, campos: ['peso'] });
    expect(kept?.bytes).toBe(Buffer.byteLength(JSON.stringify(kept?.contenido)));
    await api.database.db
      .update(retainedWriteTable)
      .set({ bytes: MAX_RETAINED_BYTES - 500 })
      .where(eq(retainedWriteTable._id, sent.op));
    const large = edit({}, { direccion: 'x'.repeat(1_500) });
    expect(await handIn(large)).toMatchObject([
      { estado: 'rechazada', code: 'tooManyRetained', message: ERRORS.tooManyRetained.message },
    ]);
    await close(sent);
    expect(await handIn(large)).toMatchObject([{ estado: 'retenida' }]);
  });

  it('hands in contents that a list reads only in part', async () => {
    const text = 'x'.repeat(100_000);
    const sent = control({ valores: { peso: text, fecha: { [text]: 1 } } });
    await handIn(sent);
    const [row] = await listed();
    expect(JSON.stringify(row).length).toBeLessThan(5_000);
    const [read] = (await retainedListing(api.database.db, { usuario: brigade.id }).page(20)).rows;
    expect(read).toEqual(row);
    expect(row?.seBorra).toBe(new Date(Date.parse(row?.recibida) + 400 * 86_400_000).toISOString());
  });

  it('hands in whatever was sent, even if it can be neither read nor applied', async () => {
    const odd = { nombres: { x: ['\u0000', '\ud800'] }, 'a\u0000': 1, peso: 'x'.repeat(5_000), fecha: null };
    const sent = control({ valores: odd });
    expect(await handIn(sent)).toMatchObject([{ estado: 'retenida' }]);
    const [row] = await listed();
    const shown = row?.cambios.find(({ campo }: Body) => campo === 'peso').despues;
    expect(shown).toHaveLength(301);
    const answer = await accept(sent);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid']);
    expect((await close(sent)).status).toBe(200);
  });
});

describe('a person who was never registered', () => {
  it.each(['cerrado', 'pendiente'])('can be erased with what was handed in about her (%s)', async (decision) => {
    const woman = creating('mujer', { valores: valuesFor('mujer') });
    const visit = creating('controlmujer', { persona: woman._id });
    expect(await handIn(woman, visit)).toMatchObject([{ estado: 'retenida' }, { estado: 'retenida' }]);
    if (decision === 'cerrado') for (const one of [woman, visit]) expect((await close(one)).status).toBe(200);
    const whole = `/api/auditoria/personas/${woman._id}`;
    const before = (await api.admin.get(whole)).body;
    expect(before).toMatchObject({ tipo: 'mujer', persona: null, registros: {} });
    expect(before.retenidos.map(({ contenido }: Body) => contenido.valores)).toContainEqual(woman.valores);
    const erase = () => api.admin.post(`${whole}/borrar`, { motivo: 'Lo pidió' });
    expect((await erase()).status).toBe(200);
    const stored = await api.database.db
      .select()
      .from(retainedWriteTable)
      .where(eq(retainedWriteTable.persona, woman._id));
    expect(stored.map(({ contenido, razon }) => [contenido, razon])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect((await erase()).status).toBe(404);
    expect((await api.admin.get(whole)).body).toMatchObject({ tipo: 'mujer', persona: null });
    const again = { ...woman, op: crypto.randomUUID() };
    expect(await handIn(again)).toMatchObject([{ estado: 'rechazada', code: 'notFound' }]);
    expect(await (await onDevice(otherBrigade)).send(again)).toMatchObject([{ estado: 'rechazada', code: 'idTaken' }]);
    expect((await supervisor.post('/api/mujer', { ...woman.valores, _id: woman._id })).status).toBe(409);
  });

  it('can be erased if a record of hers alone was handed in', async () => {
    const persona = crypto.randomUUID();
    await handIn(creating('mujer', { _id: persona, persona, valores: valuesFor('mujer') }));
    const visit = creating('controlmujer', { persona });
    await handIn(visit);
    await api.database.db.delete(retainedWriteTable).where(eq(retainedWriteTable.registro, persona));
    expect((await api.admin.get(`/api/auditoria/personas/${persona}`)).body.tipo).toBe('mujer');
    const erased = await api.admin.post(`/api/auditoria/personas/${persona}/borrar`, { motivo: 'Lo pidió' });
    expect(erased.status).toBe(200);
    expect((await accept(visit)).body.code).toBe('settled');
  });
});

describe('the cedula of an existing person', () => {
  it('gives the existing booklet to the account that requested it, and her records wait until then', async () => {
    const twin = await createRecord(otherBrigade, 'nino', { nombres: 'SISA', apellidos: 'GUALÁN' });
    const mine = creating('nino', { valores: valuesFor('nino', { cedula: twin.cedula }) });
    const record = creating('control', { persona: mine._id });
    expect(await lane.send(mine, record)).toMatchObject([{ code: 'conflict' }, { estado: 'enespera' }]);
    expect(await lane.handIn('mismaPersona', record)).toMatchObject([{ code: 'invalid' }]);
    const outcomes = await lane.handIn('mismaPersona', mine);
    expect(outcomes).toMatchObject([{ estado: 'retenida', motivo: 'mismaPersona' }]);
    expect(await lane.send(mine, record)).toMatchObject([{ estado: 'retenida' }, { estado: 'enespera' }]);
    // Supervision compares both persons before the decision.
    expect(await listed()).toMatchObject([{ registrada: { _id: twin._id, nombre: 'SISA GUALÁN' } }]);
    const answer = await accept(mine);
    expect([answer.status, answer.body.message]).toEqual([200, 'La libreta que ya existía pasó a quien la pidió.']);
    expect((await brigade.get(`/api/nino/${twin._id}`)).body.createdBy._id).toBe(otherBrigade.id);
    expect((await brigade.get(`/api/nino/${mine._id}`)).status).toBe(404);
    // Nothing is applied before the records are moved.
    expect(await lane.send(mine, record)).toMatchObject([
      {
        estado: 'rechazada',
        code: 'settled',
        motivo: 'mismaPersona',
        message: expect.stringMatching(/^Es la misma persona/),
      },
      { estado: 'enespera' },
    ]);
    const moved = { ...record, op: crypto.randomUUID(), persona: twin._id };
    expect(await lane.send(moved)).toMatchObject([{ estado: 'hecha' }]);
    // The sent content names the existing person under another id, so it must be erased.
    expect(await listed()).toMatchObject([{ resultado: 'traspasado', cambios: [], registrada: null }]);
  });

  it('of a person deleted in the meantime registers the person as sent', async () => {
    const twin = await createRecord(otherBrigade, 'nino');
    const mine = creating('nino', { valores: valuesFor('nino', { cedula: twin.cedula }) });
    await lane.handIn('mismaPersona', mine);
    await supervisor.delete(`/api/nino/${twin._id}`);
    expect(await listed()).toMatchObject([{ registrada: null }]);
    expect((await accept(mine)).status).toBe(200);
    expect((await brigade.get(`/api/nino/${mine._id}`)).status).toBe(200);
    expect(await lane.send(mine)).toMatchObject([{ estado: 'hecha', version: 1 }]);
  });

  it('answers the sender with the reason of a closed request, and takes the correction under a new id', async () => {
    const twin = await createRecord(otherBrigade, 'nino');
    const mine = creating('nino', { valores: valuesFor('nino', { cedula: twin.cedula }) });
    const record = creating('control', { persona: mine._id });
    await lane.handIn('mismaPersona', mine);
    await close(mine, 'Es su hermana');
    const outcomes = await lane.send(mine, record);
    expect(outcomes).toEqual([
      {
        ...{ op: mine.op, estado: 'rechazada', code: 'settled', motivo: 'mismaPersona' },
        message: 'Supervisión revisó tu pedido y no lo aceptó: Es su hermana',
      },
      { op: record.op, estado: 'enespera' },
    ]);
    expect(await lane.handIn('mismaPersona', mine)).toEqual(outcomes.slice(0, 1));
    const corrected = { ...mine, op: crypto.randomUUID(), valores: valuesFor('nino') };
    expect(await lane.send(corrected, record)).toMatchObject([{ estado: 'hecha' }, { estado: 'hecha' }]);
  });

  it('can be requested again under a new id after the request was closed', async () => {
    const twin = await createRecord(otherBrigade, 'nino');
    const mine = creating('nino', { valores: valuesFor('nino', { cedula: twin.cedula }) });
    await lane.handIn('mismaPersona', mine);
    await close(mine);
    const again = { ...mine, op: crypto.randomUUID() };
    expect(await lane.send(again)).toMatchObject([{ estado: 'rechazada', code: 'conflict' }]);
    expect(await lane.handIn('mismaPersona', again)).toMatchObject([{ estado: 'retenida', motivo: 'mismaPersona' }]);
  });

  it('gives no booklet to an account that cannot have any', async () => {
    const twin = await createRecord(otherBrigade, 'nino');
    const mine = creating('nino', { valores: valuesFor('nino', { cedula: twin.cedula }) });
    await lane.handIn('mismaPersona', mine);
    await api.admin.delete(`/api/users/${brigade.id}`);
    expect((await accept(mine)).status).toBe(400);
    expect((await otherBrigade.get(`/api/nino/${twin._id}`)).status).toBe(200);
    expect(await listed({ estado: 'abiertos' })).toHaveLength(1);
  });
});

describe('a retained write', () => {
  it('is decided once, however many decide at the same time', async () => {
    const sent = control();
    await handIn(sent);
    const answers = await Promise.all([
      accept(sent),
      close(sent),
      accept(sent, api.admin),
      close(sent, 'No', api.admin),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('settled');
    const [row] = await listed();
    expect(await controlsOf()).toHaveLength(row?.resultado === 'aceptado' ? 1 : 0);
    expect(await entriesOf(sent.op)).toHaveLength(2);
  });

  it('is closed with a reason, which is stored with it and in the journal', async () => {
    const sent = control();
    await handIn(sent);
    expect((await close(sent, '  ')).body.message).toEqual([{ msg: 'Escribe el motivo', path: 'razon' }]);
    expect((await close(sent, 'x'.repeat(301))).status).toBe(400);
    expect((await close(sent)).status).toBe(200);
    expect(await listed()).toMatchObject([{ resultado: 'cerrado', razon: 'Ya se registró a mano' }]);
    expect((await entriesOf(sent.op)).at(-1)).toMatchObject({
      action: 'cerrar',
      after: { motivo: 'Ya se registró a mano' },
    });
    expect(await controlsOf()).toEqual([]);
    expect((await close({ op: crypto.randomUUID() })).status).toBe(404);
  });

  it('is listed for supervision only, paged, newest first', async () => {
    const sent = [control(), control({}, { fecha: '2026-10-05' }), control({}, { fecha: '2026-10-06' })];
    for (const one of sent) await handIn(one);
    const page = await supervisor.get('/api/retenidos', { usuario: brigade.id, limit: '2', offset: '1' });
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.body.map(({ _id }: Body) => _id)).toEqual([sent[1]?.op, sent[0]?.op]);
    expect(await listed({ persona: child._id, estado: 'abiertos', q: brigade.cedula })).toHaveLength(3);
    expect(await listed({ estado: 'resueltos' })).toEqual([]);
    for (const client of [otherBrigade, await api.user('ROLE_USUARIO')]) {
      expect((await client.get('/api/retenidos')).status).toBe(403);
      expect((await accept(sent[0] ?? {}, client)).status).toBe(403);
      expect((await close(sent[0] ?? {}, 'No', client)).status).toBe(403);
    }
  });

  it('is deleted with its receipts 400 days after its decision, or after its arrival without one', async () => {
    const [done, decided, open] = [
      control(),
      control({}, { fecha: '2026-10-05' }),
      control({}, { fecha: '2026-10-06' }),
    ];
    await lane.send(done);
    await handIn(decided, open);
    await close(decided);
    const { db } = api.database;
    const old = sql`now() - interval '401 days'`;
    const ofOperations = and(eq(receiptTable.usuario, brigade.id), isNotNull(receiptTable.recibida));
    await db.update(receiptTable).set({ recibida: old }).where(ofOperations);
    await db.update(retainedWriteTable).set({ resuelta: old }).where(eq(retainedWriteTable._id, decided.op));
    await deleteOldReceipts(db);
    const left = async () => (await db.select().from(receiptTable).where(ofOperations)).map(({ _id }) => _id);
    expect([await left(), (await listed()).map(({ _id }) => _id)]).toEqual([[open.op], [open.op]]);
    expect((await accept(open)).status).toBe(200);
    const undecided = control({}, { fecha: '2026-10-07' });
    await handIn(undecided);
    await db.update(retainedWriteTable).set({ recibida: old }).where(eq(retainedWriteTable._id, undecided.op));
    await deleteOldReceipts(db);
    expect((await listed()).map(({ _id }) => _id)).toEqual([open.op]);
    expect((await entriesOf(undecided.op)).at(-1)).toMatchObject({
      ...{ action: 'cerrar', actor: null, person: child._id },
      after: { motivo: 'Nadie lo resolvió en 400 días' },
    });
    const recent = and(ofOperations, eq(receiptTable.resultado, 'hecha'));
    expect(await db.select().from(receiptTable).where(recent)).toHaveLength(1);
    // The ids of creations stay used.
    const created = [child, done, open].map(({ _id }) => _id);
    expect(await db.select().from(receiptTable).where(inArray(receiptTable._id, created))).toHaveLength(created.length);
  });
});
