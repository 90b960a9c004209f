import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { boveda, envioRetenido, journal, libreta, libretaSalida, operacion } from '#server/db/schema.ts';
import { forgetSent } from '#server/modules/sending/forget.ts';
import { MOST_RETAINED, MOST_RETAINED_BYTES } from '#server/modules/sending/retain.ts';
import { listRetained } from '#server/modules/sending/retained-list.ts';
import type { ApiClient } from '../support/api-client.ts';
import { type Body, createRecord, newDevice } from '../support/factories.ts';
import { createLane, creating, type Lane, operation, valuesFor } from '../support/lane.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';
import { withoutRole } from '../support/without-role.ts';

let api: TestApi;
let supervisor: TestUser;
let hers: TestUser;
let theirs: TestUser;
let lane: Lane;
/** The last one that somebody began a vault on. */
let device: ReturnType<typeof newDevice>;
let child: Body;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  signedIn = undefined;
  [hers, theirs] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  lane = await onDevice(hers);
  child = await createRecord(hers, 'nino', { nombres: 'SISA', apellidos: 'GUALÁN' });
});

/** Somebody's lane on a device that has a vault of hers. */
async function onDevice(user: TestUser): Promise<Lane> {
  device = newDevice();
  await user.post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
  return createLane(user, device.equipo);
}

/** Somebody in another session, which is of no device. */
async function signedInAgain({ cedula, password }: TestUser): Promise<ApiClient> {
  return api.client((await api.nobody.post('/api/auth/signin', { cedula, password })).body.accessToken);
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
  (await supervisor.get('/api/retenidos', { usuario: hers.id, ...query })).body as Body[];
/** What waits on her device, handed in once her role was taken away. */
let signedIn: ApiClient | undefined;
async function handIn(...operations: Body[]) {
  signedIn ??= await withoutRole(api, hers);
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

describe('a booklet that was handed to another brigade', () => {
  let sello: string | undefined;
  beforeEach(async () => {
    sello = await changeOf(child._id);
    await handOver(theirs);
  });

  it('takes what was recorded before the device knew, from who recorded it', async () => {
    const sent = control({ sello });
    const outcomes = await lane.send(sent);
    expect(outcomes).toMatchObject([{ estado: 'hecha', version: 1, sello: await changeOf(child._id) }]);
    expect(await lane.send(sent)).toEqual(outcomes);
    const [stored] = (await theirs.get('/api/control', { ninoId: child._id })).body;
    expect([stored._id, stored.createdBy._id]).toEqual([sent._id, hers.id]);
    expect((await hers.get('/api/control', { ninoId: child._id })).status).toBe(404);
  });

  it('retains what is an edit or a deletion, what was written knowing it, and what comes after thirty days', async () => {
    const outcome = { estado: 'retenida', motivo: 'traspasada' };
    expect(await lane.send(edit({ sello }))).toMatchObject([outcome]);
    await accept((await listed()).map(({ _id }) => ({ op: _id }))[0] ?? {});
    const gone = operation('eliminar', 'nino', { _id: child._id, sello });
    expect(await lane.send(gone)).toMatchObject([outcome]);
    await close(gone);
    const knowing = control({ sello: await changeOf(child._id) });
    expect(await lane.send(knowing)).toMatchObject([outcome]);
    await close(knowing);
    await api.database.db
      .update(libretaSalida)
      .set({ momento: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(libretaSalida.persona, child._id));
    expect(await lane.send(control({ sello }))).toMatchObject([outcome]);
    expect(await controlsOf()).toEqual([]);
  });

  it('edits that come later stay behind what was retained, until somebody decides; new records are taken all the same', async () => {
    const first = edit({ sello });
    const [later, other] = [control({ sello }), control({ sello }, { fecha: '2026-10-05' })];
    expect(await lane.send(first, later)).toMatchObject([{ estado: 'retenida' }, { estado: 'hecha' }]);
    expect(await lane.send(other)).toMatchObject([{ estado: 'hecha' }]);
    expect((await controlsOf()).map(({ _id }) => _id).toSorted()).toEqual([later._id, other._id].toSorted());
    // It is hers again, and what she wrote before still waits for supervision: nothing overtakes it.
    await handOver(hers);
    const again = edit({ sello: await changeOf(child._id), tras: first.op }, { celular: '0991234567' });
    expect(await lane.send(again)).toMatchObject([{ estado: 'retenida', motivo: 'traspasada' }]);
    for (const { _id } of await listed({ estado: 'abiertos' })) await close({ op: _id });
    expect(await lane.send(first)).toMatchObject([{ estado: 'retenida' }]);
    expect(await lane.send(control({ sello }, { fecha: '2026-10-06' }))).toMatchObject([{ estado: 'hecha' }]);
  });

  it('says so in the history of whoever has it now', async () => {
    const sent = control({ sello });
    await lane.send(sent, edit({ sello }));
    const late = { campo: 'llegada', antes: null, despues: 'Registrado antes del traspaso, llegó después' };
    const [entry] = (await theirs.get(`/api/nino/${child._id}/historial`)).body;
    expect(entry).toMatchObject({ accion: 'crear', registro: sent._id, quien: { cedula: hers.cedula } });
    expect(entry.cambios).toContainEqual(late);
    await createRecord(theirs, 'control', {}, child._id);
    const [own] = (await theirs.get(`/api/nino/${child._id}/historial`)).body;
    expect(JSON.stringify(own.cambios)).not.toContain('llegada');
  });

  it('takes nothing that was recorded after it, whatever the device says that it knew', async () => {
    const outcome = { estado: 'retenida', motivo: 'traspasada' };
    expect(await lane.send(control({ sello, capturado: new Date().toISOString() }))).toMatchObject([outcome]);
    expect(await lane.send(control({ sello, capturado: '0000-01-01T00:00:00Z' }))).toMatchObject([{ estado: 'hecha' }]);
  });

  it('takes nothing from a device that was told of it, nor from one that nobody knew before', async () => {
    const outcome = { estado: 'retenida', motivo: 'traspasada' };
    expect(await createLane(hers).send(control({ sello }))).toMatchObject([outcome]);
    // The feed ends before the oldest transaction of the cluster that still runs, and other files have theirs.
    await expect.poll(async () => (await hers.get('/api/sincronizacion')).body.salen).toContain(child._id);
    expect(await lane.send(control({ sello }, { fecha: '2026-10-05' }))).toMatchObject([outcome]);
    const late = await onDevice(hers);
    expect(await late.send(control({ sello }, { fecha: '2026-10-06' }))).toMatchObject([outcome]);
    expect(await controlsOf()).toEqual([]);
  });

  it('takes nothing under the name of another device than that of the session', async () => {
    const outcome = { estado: 'retenida', motivo: 'traspasada' };
    const other = newDevice();
    const there = await signedInAgain(hers);
    await there.post('/api/equipos/llave', { ...other, nombre: 'Tablet 8' });
    await api.database.db
      .update(boveda)
      .set({ desde: sql`now() - interval '30 days'`, visita: sql`now()` })
      .where(eq(boveda.equipo, other.equipo));
    const named = createLane(hers, other.equipo);
    expect(await named.send(control({ sello }))).toMatchObject([outcome]);
    // Of a session that is of no device, only while none of her devices was told.
    const ofNone = createLane(await signedInAgain(hers), other.equipo);
    expect(await ofNone.send(control({ sello }, { fecha: '2026-10-05' }))).toMatchObject([{ estado: 'hecha' }]);
    await expect.poll(async () => (await hers.get('/api/sincronizacion')).body.salen).toContain(child._id);
    expect(await ofNone.send(control({ sello }, { fecha: '2026-10-06' }))).toMatchObject([outcome]);
    const own = createLane(there, other.equipo);
    expect(await own.send(control({ sello }, { fecha: '2026-10-07' }))).toMatchObject([{ estado: 'hecha' }]);
    expect(await controlsOf()).toHaveLength(2);
  });

  it('takes nothing of a later visit: who was in contact in between could have sent it then', async () => {
    const day = control({ sello });
    const contact = { equipo: lane.equipo, secreto: device.secreto, pendientes: { [hers.id]: 1 } };
    expect((await api.nobody.post('/api/equipos/contacto', contact)).status).toBe(200);
    // The evening itself is one visit, however often she is cut off.
    expect(await lane.send(day)).toMatchObject([{ estado: 'hecha' }]);
    const earlier = (hours: number) => sql`now() - make_interval(hours => ${hours})`;
    await api.database.db
      .update(libretaSalida)
      .set({ momento: sql`now() - interval '3 days'` })
      .where(eq(libretaSalida.persona, child._id));
    const old = { desde: earlier(24 * 30), visita: earlier(24 * 2), ultimoContacto: earlier(24 * 2) };
    await api.database.db.update(boveda).set(old).where(eq(boveda.equipo, lane.equipo));
    const next = control({ sello, capturado: new Date(Date.now() - 4 * 86_400_000).toISOString() });
    expect(await lane.send(next)).toMatchObject([{ estado: 'retenida', motivo: 'traspasada' }]);
    expect(await controlsOf()).toHaveLength(1);
  });

  it('that the specified call created before is not created again, nor told to others', async () => {
    const newborn = creating('nino');
    expect((await hers.post('/api/nino', { ...newborn.valores, _id: newborn._id })).status).toBe(201);
    await handOver(theirs, newborn._id);
    expect(await createLane(theirs).send(newborn)).toMatchObject([{ code: 'idTaken' }]);
    expect(await lane.send(newborn)).toMatchObject([{ estado: 'hecha', version: 1 }]);
    const stranger = createLane(await api.user('ROLE_BRIGADA'));
    const other = creating('nino', { _id: newborn._id });
    expect(await stranger.send(other)).toEqual([
      { op: other.op, estado: 'rechazada', code: 'idTaken', message: ERRORS.idTaken.message },
    ]);
  });

  it('of somebody who never had it nothing is kept', async () => {
    const stranger = await onDevice(await api.user('ROLE_BRIGADA'));
    expect(await stranger.send(edit(), control())).toMatchObject([
      { estado: 'rechazada', code: 'notFound' },
      { estado: 'enespera' },
    ]);
  });
});

describe('a person who was deleted elsewhere', () => {
  it('comes back with what was recorded of her, once supervision accepts it', async () => {
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
        quien: { _id: hers.id, cedula: hers.cedula },
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
    expect(await controlsOf()).toMatchObject([{ _id: first._id, createdBy: { _id: hers.id } }]);
    for (const { _id } of rows.slice(0, 2)) expect((await accept({ op: _id })).status).toBe(200);
    expect((await hers.get(`/api/nino/${child._id}`)).body).toMatchObject({ nombres: 'SISA NINA', version: 2 });
    expect(await controlsOf()).toHaveLength(2);
    expect(await lane.send(first)).toMatchObject([{ estado: 'hecha', version: 1, sello: expect.any(String) }]);
    expect((await entriesOf(first.op)).map(({ action, actor }) => [action, actor])).toEqual([
      ['entregar', hers.id],
      ['aceptar', supervisor.id],
    ]);
    expect((await entriesOf(child._id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['crear', hers.id],
      ['eliminar', supervisor.id],
      ['restaurar', supervisor.id],
      ['editar', hers.id],
    ]);
    expect(await listed({ estado: 'resueltos' })).toMatchObject([
      { resultado: 'aceptado', resueltaPor: { _id: supervisor.id } },
      { resultado: 'aceptado' },
      { resultado: 'aceptado' },
    ]);
  });

  it('who was erased for good leaves nothing of what was retained, and takes nothing more', async () => {
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
    const kept = await api.database.db.select().from(envioRetenido).where(eq(envioRetenido.persona, child._id));
    expect(kept.map(({ contenido, razon, resultado }) => [contenido, razon, resultado]).sort()).toEqual([
      [null, null, 'borrado'],
      [null, null, 'cerrado'],
    ]);
    const receipts = await api.database.db.select().from(operacion).where(eq(operacion.persona, child._id));
    expect(receipts.map(({ huella }) => huella)).toEqual(['', '']);
    expect((await accept(open)).body.code).toBe('settled');
    expect(await lane.send(open)).toMatchObject([{ estado: 'retenida' }]);
    expect(await lane.send(control({}, { fecha: '2026-08-08' }))).toMatchObject([{ code: 'notFound' }]);
    expect(await handIn(control())).toMatchObject([{ estado: 'rechazada', code: 'notFound' }]);
    expect(await listed()).toMatchObject([{ cambios: [] }, { cambios: [] }]);
  });

  it('an edit of what somebody has changed since is not done over it', async () => {
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

describe('a role that was taken away', () => {
  it('ends sending; what waits can be handed in, once, and is done in its author’s name', async () => {
    const [newborn, record] = [creating('nino'), control()];
    const now = createLane(await withoutRole(api, hers), lane.equipo);
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
    expect((await supervisor.get(`/api/nino/${newborn._id}`)).body.createdBy._id).toBe(hers.id);
    expect(await controlsOf()).toMatchObject([{ _id: record._id, createdBy: { _id: hers.id } }]);
  });

  it('is asked for: who may do it herself hands nothing in', async () => {
    await expect(lane.handIn('rol', control())).rejects.toThrow('403');
    expect(await listed()).toEqual([]);
  });

  it('takes nothing of a booklet that never was hers, nor of somebody nobody knows', async () => {
    const stranger = await createRecord(theirs, 'nino');
    const edited = operation('reemplazar', 'nino', { _id: stranger._id, version: 1, valores: valuesFor('nino') });
    const gone = await createRecord(theirs, 'nino');
    await supervisor.delete(`/api/nino/${gone._id}`);
    const refused = [edited, operation('eliminar', 'nino', { _id: stranger._id })];
    for (const persona of [stranger._id, gone._id, crypto.randomUUID()]) refused.push(control({ persona }));
    for (const outcome of await handIn(...refused))
      expect(outcome).toMatchObject({ estado: 'rechazada', code: 'notFound' });
    expect(await handIn(creating('nino', { _id: stranger._id, persona: stranger._id }))).toMatchObject([
      { code: 'notFound' },
    ]);
    expect(await listed()).toEqual([]);
  });

  it('takes what was hers before a hand-over, and says from when to when she had it', async () => {
    await handOver(theirs);
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

  it('of a supervisor takes what she recorded of anybody’s', async () => {
    const former = await api.user('ROLE_SUPERVISOR');
    const kept = await onDevice(former);
    const now = createLane(await withoutRole(api, former), kept.equipo);
    expect(await now.handIn('rol', control())).toMatchObject([{ estado: 'retenida', motivo: 'rol' }]);
    expect(await listed({ usuario: former.id })).toMatchObject([{ quien: { _id: former.id }, tuvo: [] }]);
  });

  it('shows before it is accepted what changes: what is stored beside what was sent', async () => {
    const { nombres, direccion } = child;
    const renamed = edit({}, { nombres: 'otra sisa', direccion });
    const record = await createRecord(hers, 'control', {}, child._id);
    const removed = operation('eliminar', 'control', { _id: record._id, persona: child._id });
    await handIn(edit({ campos: ['nombres'] }, { nombres: 'sisa nina', apellidos: 'X' }), renamed, removed);
    const rows = await listed();
    expect(rows[2]?.cambios).toEqual([{ campo: 'nombres', antes: nombres, despues: 'SISA NINA' }]);
    expect(rows[1]?.cambios).toContainEqual({ campo: 'nombres', antes: nombres, despues: 'OTRA SISA' });
    expect(JSON.stringify(rows[1]?.cambios)).not.toContain('"cedula"');
    expect(rows[0]?.cambios).toContainEqual({ campo: 'peso', antes: record.peso, despues: null });
  });

  it('takes nothing from whoever kept nothing on the device, and so much of one account', async () => {
    const stranger = await api.user('ROLE_USUARIO');
    await expect(createLane(stranger, lane.equipo).handIn('rol', control())).rejects.toThrow('404');
    const one = { ...{ usuario: hers.id, equipo: lane.equipo, persona: child._id, registro: child._id } };
    const rows = Array.from({ length: MOST_RETAINED }, () => ({
      ...{ ...one, _id: crypto.randomUUID(), tipo: 'nino', hace: 'eliminar' as const, motivo: 'rol' as const },
    }));
    await api.database.db.insert(envioRetenido).values(rows);
    expect(await handIn(control())).toMatchObject([{ estado: 'rechazada', code: 'tooManyRetained' }]);
    await api.database.db.delete(envioRetenido).where(eq(envioRetenido.usuario, hers.id));
    expect(await handIn(control())).toMatchObject([{ estado: 'retenida' }]);
  });

  it('keeps what the declaration knows, and so many bytes of one account; the rest stays on the device', async () => {
    const nested = { valores: { ...valuesFor('control'), nada: 'x'.repeat(1_000) }, descartado: { nada: 1, peso: 9 } };
    const sent = control({ ...nested, campos: ['peso', 'nada'] });
    await handIn(sent);
    const [kept] = await api.database.db.select().from(envioRetenido).where(eq(envioRetenido._id, sent.op));
    expect(JSON.stringify(kept?.contenido)).not.toContain('nada');
    expect(kept?.contenido).toMatchObject({ valores: valuesFor('control'), descartado: { peso: 9 }, campos: ['peso'] });
    expect(kept?.bytes).toBe(Buffer.byteLength(JSON.stringify(kept?.contenido)));
    await api.database.db
      .update(envioRetenido)
      .set({ bytes: MOST_RETAINED_BYTES - 500 })
      .where(eq(envioRetenido._id, sent.op));
    const large = edit({}, { direccion: 'x'.repeat(1_500) });
    expect(await handIn(large)).toMatchObject([
      { estado: 'rechazada', code: 'tooManyRetained', message: ERRORS.tooManyRetained.message },
    ]);
    await close(sent);
    expect(await handIn(large)).toMatchObject([{ estado: 'retenida' }]);
  });

  it('is listed without anything of it being read whole', async () => {
    const text = 'x'.repeat(100_000);
    const sent = control({ valores: { peso: text, fecha: { [text]: 1 } } });
    await handIn(sent);
    const [row] = await listed();
    expect(JSON.stringify(row).length).toBeLessThan(5_000);
    const [read] = (await listRetained(api.database.db, { usuario: hers.id }).page(20)).rows;
    expect(read).toEqual(row);
    expect(row?.seBorra).toBe(new Date(Date.parse(row?.recibida) + 400 * 86_400_000).toISOString());
  });

  it('keeps whatever was sent, though it can be neither read nor done', async () => {
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

describe('the cedula of somebody who is there already', () => {
  it('brings her booklet to whoever asked for it; what was recorded for her waits until then', async () => {
    const twin = await createRecord(theirs, 'nino', { nombres: 'SISA', apellidos: 'GUALÁN' });
    const mine = creating('nino', { valores: valuesFor('nino', { cedula: twin.cedula }) });
    const record = creating('control', { persona: mine._id });
    expect(await lane.send(mine, record)).toMatchObject([{ code: 'conflict' }, { estado: 'enespera' }]);
    expect(await lane.handIn('mismaPersona', record)).toMatchObject([{ code: 'invalid' }]);
    const asked = await lane.handIn('mismaPersona', mine);
    expect(asked).toMatchObject([{ estado: 'retenida', motivo: 'mismaPersona' }]);
    expect(await lane.send(mine, record)).toMatchObject([{ estado: 'retenida' }, { estado: 'enespera' }]);
    // Supervision compares both before it decides.
    expect(await listed()).toMatchObject([{ registrada: { _id: twin._id, nombre: 'SISA GUALÁN' } }]);
    const answer = await accept(mine);
    expect([answer.status, answer.body.message]).toEqual([200, 'La libreta que ya existía pasó a quien la pidió.']);
    expect((await hers.get(`/api/nino/${twin._id}`)).body.createdBy._id).toBe(theirs.id);
    expect((await hers.get(`/api/nino/${mine._id}`)).status).toBe(404);
    const moved = { ...record, op: crypto.randomUUID(), persona: twin._id };
    expect(await lane.send(moved)).toMatchObject([{ estado: 'hecha' }]);
    // What was sent names somebody who is there under another id, by which it would be erased.
    expect(await listed()).toMatchObject([{ resultado: 'traspasado', cambios: [], registrada: null }]);
  });

  it('of whoever is there no more is registered as she was sent', async () => {
    const twin = await createRecord(theirs, 'nino');
    const mine = creating('nino', { valores: valuesFor('nino', { cedula: twin.cedula }) });
    await lane.handIn('mismaPersona', mine);
    await supervisor.delete(`/api/nino/${twin._id}`);
    expect(await listed()).toMatchObject([{ registrada: null }]);
    expect((await accept(mine)).status).toBe(200);
    expect((await hers.get(`/api/nino/${mine._id}`)).status).toBe(200);
    expect(await lane.send(mine)).toMatchObject([{ estado: 'hecha', version: 1 }]);
  });

  it('goes to nobody who can have no booklets', async () => {
    const twin = await createRecord(theirs, 'nino');
    const mine = creating('nino', { valores: valuesFor('nino', { cedula: twin.cedula }) });
    await lane.handIn('mismaPersona', mine);
    await api.admin.delete(`/api/users/${hers.id}`);
    expect((await accept(mine)).status).toBe(400);
    expect((await theirs.get(`/api/nino/${twin._id}`)).status).toBe(200);
    expect(await listed({ estado: 'abiertos' })).toHaveLength(1);
  });
});

describe('what waits for supervision', () => {
  it('is decided on once, however many decide at once', async () => {
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

  it('is closed with a reason, which stands beside it and in the journal', async () => {
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

  it('is seen by supervision alone, page by page, the newest first', async () => {
    const sent = [control(), control({}, { fecha: '2026-10-05' }), control({}, { fecha: '2026-10-06' })];
    for (const one of sent) await handIn(one);
    const page = await supervisor.get('/api/retenidos', { usuario: hers.id, limit: '2', offset: '1' });
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.body.map(({ _id }: Body) => _id)).toEqual([sent[1]?.op, sent[0]?.op]);
    expect(await listed({ persona: child._id, estado: 'abiertos', q: hers.cedula })).toHaveLength(3);
    expect(await listed({ estado: 'resueltos' })).toEqual([]);
    for (const who of [theirs, await api.user('ROLE_USUARIO')]) {
      expect((await who.get('/api/retenidos')).status).toBe(403);
      expect((await accept(sent[0] ?? {}, who)).status).toBe(403);
      expect((await close(sent[0] ?? {}, 'No', who)).status).toBe(403);
    }
  });

  it('is forgotten 400 days after it was decided on, or came and nobody decided, with the receipts', async () => {
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
    const ofOperations = and(eq(operacion.usuario, hers.id), isNotNull(operacion.recibida));
    await db.update(operacion).set({ recibida: old }).where(ofOperations);
    await db.update(envioRetenido).set({ resuelta: old }).where(eq(envioRetenido._id, decided.op));
    await forgetSent(db);
    const left = async () => (await db.select().from(operacion).where(ofOperations)).map(({ _id }) => _id);
    expect([await left(), (await listed()).map(({ _id }) => _id)]).toEqual([[open.op], [open.op]]);
    expect((await accept(open)).status).toBe(200);
    const undecided = control({}, { fecha: '2026-10-07' });
    await handIn(undecided);
    await db.update(envioRetenido).set({ recibida: old }).where(eq(envioRetenido._id, undecided.op));
    await forgetSent(db);
    expect((await listed()).map(({ _id }) => _id)).toEqual([open.op]);
    expect((await entriesOf(undecided.op)).at(-1)).toMatchObject({
      ...{ action: 'cerrar', actor: null, person: child._id },
      after: { motivo: 'Nadie lo resolvió en 400 días' },
    });
    const recent = and(ofOperations, eq(operacion.resultado, 'hecha'));
    expect(await db.select().from(operacion).where(recent)).toHaveLength(1);
    // The ids of what was created stay taken.
    const created = [child, done, open].map(({ _id }) => _id);
    expect(await db.select().from(operacion).where(inArray(operacion._id, created))).toHaveLength(created.length);
  });
});
