import { and, eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { envioRetenido, journal, libreta, libretaSalida, operacion } from '#server/db/schema.ts';
import { forgetSent } from '#server/modules/sending/forget.ts';
import { MOST_RETAINED } from '#server/modules/sending/retain.ts';
import { type Body, createRecord, newDevice } from '../support/factories.ts';
import { createLane, creating, type Lane, operation, valuesFor } from '../support/lane.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let supervisor: TestUser;
let hers: TestUser;
let theirs: TestUser;
let lane: Lane;
let child: Body;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  [hers, theirs] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  lane = await onDevice(hers);
  child = await createRecord(hers, 'nino', { nombres: 'SISA', apellidos: 'GUALÁN' });
});

/** Somebody's lane on a device that has a vault of hers. */
async function onDevice(user: TestUser): Promise<Lane> {
  const device = newDevice();
  await user.post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
  return createLane(user, device.equipo);
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
    expect(await createLane(hers).send(other)).toMatchObject([{ estado: 'hecha' }]);
    expect((await controlsOf()).map(({ _id }) => _id).toSorted()).toEqual([later._id, other._id].toSorted());
    // It is hers again, and what she wrote before still waits for supervision: nothing overtakes it.
    await handOver(hers);
    const again = edit({ sello: await changeOf(child._id), tras: first.op }, { celular: '0991234567' });
    expect(await lane.send(again)).toMatchObject([{ estado: 'retenida', motivo: 'traspasada' }]);
    for (const { _id } of await listed({ estado: 'abiertos' })) await close({ op: _id });
    expect(await lane.send(first)).toMatchObject([{ estado: 'retenida' }]);
    expect(await lane.send(control({ sello }, { fecha: '2026-10-06' }))).toMatchObject([{ estado: 'hecha' }]);
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
    expect(await lane.handIn('rol', control())).toMatchObject([{ estado: 'rechazada', code: 'notFound' }]);
    expect(await listed()).toMatchObject([{ cambios: [] }, { cambios: [] }]);
  });

  it('an edit of what somebody has changed since is not done over it', async () => {
    const sent = edit({}, { nombres: 'LA MIA' });
    await lane.handIn('rol', sent);
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
    const roles = await api.roleId('ROLE_USUARIO');
    const account = (await api.admin.get(`/api/users/${hers.id}`)).body;
    expect((await api.admin.put(`/api/users/${hers.id}`, { ...account, password: '', roles })).status).toBe(200);
    const signedIn = await api.nobody.post('/api/auth/signin', { cedula: hers.cedula, password: hers.password });
    const now = createLane(api.client(signedIn.body.accessToken), lane.equipo);
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

  it('takes nothing from whoever kept nothing on the device, and so much of one account', async () => {
    const stranger = await api.user('ROLE_USUARIO');
    await expect(createLane(stranger, lane.equipo).handIn('rol', control())).rejects.toThrow('404');
    const one = { ...{ usuario: hers.id, equipo: lane.equipo, persona: child._id, registro: child._id } };
    const rows = Array.from({ length: MOST_RETAINED }, () => ({
      ...{ ...one, _id: crypto.randomUUID(), tipo: 'nino', hace: 'eliminar' as const, motivo: 'rol' as const },
    }));
    await api.database.db.insert(envioRetenido).values(rows);
    expect(await lane.handIn('rol', control())).toMatchObject([{ estado: 'rechazada', code: 'tooManyRetained' }]);
    await api.database.db.delete(envioRetenido).where(eq(envioRetenido.usuario, hers.id));
    expect(await lane.handIn('rol', control())).toMatchObject([{ estado: 'retenida' }]);
  });

  it('keeps whatever was sent, though it can be neither read nor done', async () => {
    const odd = { nombres: { x: ['\u0000', '\ud800'] }, 'a\u0000': 1, peso: 'x'.repeat(5_000), fecha: null };
    const sent = control({ valores: odd });
    expect(await lane.handIn('rol', sent)).toMatchObject([{ estado: 'retenida' }]);
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
    await lane.handIn('rol', sent);
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
    await lane.handIn('rol', sent);
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
    for (const one of sent) await lane.handIn('rol', one);
    const page = await supervisor.get('/api/retenidos', { usuario: hers.id, limit: '2', offset: '1' });
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.body.map(({ _id }: Body) => _id)).toEqual([sent[1]?.op, sent[0]?.op]);
    expect(await listed({ persona: child._id, estado: 'abiertos', q: hers.cedula })).toHaveLength(3);
    expect(await listed({ estado: 'resueltos' })).toEqual([]);
    for (const who of [hers, await api.user('ROLE_USUARIO')]) {
      expect((await who.get('/api/retenidos')).status).toBe(403);
      expect((await accept(sent[0] ?? {}, who)).status).toBe(403);
      expect((await close(sent[0] ?? {}, 'No', who)).status).toBe(403);
    }
  });

  it('is forgotten 400 days after it was decided on, with the receipts; what is open never', async () => {
    const [done, decided, open] = [
      control(),
      control({}, { fecha: '2026-10-05' }),
      control({}, { fecha: '2026-10-06' }),
    ];
    await lane.send(done);
    await lane.handIn('rol', decided, open);
    await close(decided);
    const { db } = api.database;
    const old = sql`now() - interval '401 days'`;
    await db.update(operacion).set({ recibida: old }).where(eq(operacion.usuario, hers.id));
    await db.update(envioRetenido).set({ resuelta: old }).where(eq(envioRetenido._id, decided.op));
    await forgetSent(db);
    const left = async () =>
      (await db.select().from(operacion).where(eq(operacion.usuario, hers.id))).map(({ _id }) => _id);
    expect([await left(), (await listed()).map(({ _id }) => _id)]).toEqual([[open.op], [open.op]]);
    expect((await accept(open)).status).toBe(200);
    const recent = and(eq(operacion.usuario, hers.id), eq(operacion.resultado, 'hecha'));
    expect(await db.select().from(operacion).where(recent)).toHaveLength(1);
  });
});
