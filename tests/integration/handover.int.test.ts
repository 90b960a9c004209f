import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UUID } from '#domain/uuid.ts';
import { journal, nino, traspaso } from '#server/db/schema.ts';
import { untilServed } from '../support/burst.ts';
import { type Body, bodyWith, createRecord, recordOf } from '../support/factories.ts';
import { createReader, inventoryOf } from '../support/feed.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const WHY = 'Rosa cambió de sector';

let api: TestApi;
let supervisor: TestUser;
let brigade: TestUser;
let otherBrigade: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  [brigade, otherBrigade] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
});

const handOver = (body: Body, as = supervisor) =>
  as.post('/api/traspasos', { a: otherBrigade.id, motivo: WHY, ...body });
const entriesOf = (ids: string[]) =>
  api.database.db.select().from(journal).where(inArray(journal.person, ids)).orderBy(journal.seq);
const handedTo = async (user: TestUser) => (await supervisor.get('/api/traspasos', { a: user.id })).body as Body[];

/** Inserts many children of a user directly. */
async function children(of: TestUser, count: number): Promise<string[]> {
  const { _id } = await createRecord(of, 'nino');
  const [row] = await api.database.db.select().from(nino).where(eq(nino._id, _id));
  if (!row) throw new Error('No child was created');
  const { orden: _, ...rest } = row;
  const ids = Array.from({ length: count - 1 }, () => crypto.randomUUID());
  const cedulas = ids.map((id) => String(BigInt(`0x${id.slice(0, 8)}`) + 2_000_000_000n));
  const rows = ids.map((id, index) => ({ ...rest, _id: id, cedula: String(cedulas[index]) }));
  for (let at = 0; at < rows.length; at += 250) await api.database.db.insert(nino).values(rows.slice(at, at + 250));
  return [_id, ...ids];
}

describe('the hand-over of one child', () => {
  let child: string;
  beforeEach(async () => {
    child = (await createRecord(brigade, 'nino', { nombres: 'SISA', apellidos: 'GUALÁN' }))._id;
    await createRecord(brigade, 'control', {}, child);
  });

  it('moves it to the new custodian, keeps its author, and shows in its history', async () => {
    const answer = await handOver({ personas: [child.toUpperCase()] });
    expect([answer.status, answer.body]).toEqual([
      200,
      { traspasadas: 1, faltan: 0, message: 'Se traspasó 1 libreta a Rosa Yuquilema.' },
    ]);
    expect((await brigade.get(`/api/nino/${child}`)).status).toBe(404);
    expect((await brigade.get('/api/nino', { limit: '5' })).headers['x-total-count']).toBe('0');
    expect((await brigade.get(`/api/nino/${child}/historial`)).status).toBe(404);
    expect((await otherBrigade.get(`/api/nino/${child}`)).body.createdBy._id).toBe(brigade.id);
    for (const client of [otherBrigade, supervisor]) {
      const [first] = (await client.get(`/api/nino/${child}/historial`)).body;
      expect(first).toMatchObject({ accion: 'traspasar', tipo: 'nino', registro: child });
      expect(first.cambios).toEqual([
        { campo: 'custodio', antes: 'Rosa Yuquilema', despues: 'Rosa Yuquilema' },
        { campo: 'motivo', antes: null, despues: WHY },
      ]);
    }
    expect(await handedTo(otherBrigade)).toMatchObject([
      {
        _id: expect.stringMatching(UUID),
        por: { _id: supervisor.id },
        de: { _id: brigade.id, cedula: brigade.cedula },
        a: { _id: otherBrigade.id },
        motivo: WHY,
        libretas: 1,
        persona: { _id: child, tipo: 'nino', nombre: 'SISA GUALÁN' },
      },
    ]);
  });

  it('lets the new custodian write and makes her responsible for visits, while records count for their authors', async () => {
    await handOver({ personas: [child] });
    const control = bodyWith(recordOf('control'), child);
    expect((await brigade.post('/api/control', control)).status).toBe(404);
    expect((await otherBrigade.post('/api/control', control)).status).toBe(201);
    const visits = (await supervisor.get('/api/seguimiento')).body as Body[];
    const shown = visits.find(({ _id }) => _id === child);
    expect(shown?.responsable._id).toBe(otherBrigade.id);
    const recorded = (await supervisor.get('/api/nino', { responsable: brigade.id })).body as Body[];
    expect(recorded.map(({ _id }) => _id)).toContain(child);
  });

  it('to its present custodian changes nothing and leaves no entry', async () => {
    await handOver({ personas: [child] });
    const before = await entriesOf([child]);
    const { body } = await handOver({ personas: [child, child] });
    expect(body).toEqual({
      traspasadas: 0,
      faltan: 0,
      message: 'No había nada que traspasar: ya está a cargo de Rosa Yuquilema.',
    });
    expect(await entriesOf([child])).toEqual(before);
    expect(await handedTo(otherBrigade)).toHaveLength(1);
  });

  it('back to its author clears the custodian', async () => {
    await handOver({ personas: [child] });
    await handOver({ personas: [child], a: brigade.id });
    const [row] = await api.database.db.select({ custodio: nino.custodio }).from(nino).where(eq(nino._id, child));
    expect(row).toEqual({ custodio: null });
    expect((await brigade.get(`/api/nino/${child}`)).status).toBe(200);
  });

  it('is kept by a deletion and restoration', async () => {
    await handOver({ personas: [child] });
    await otherBrigade.delete(`/api/nino/${child}`);
    await api.admin.post(`/api/auditoria/eliminados/${child}/restaurar`, {});
    expect((await otherBrigade.get(`/api/nino/${child}`)).status).toBe(200);
    expect((await brigade.get(`/api/nino/${child}`)).status).toBe(404);
  });

  it('loses name and reason when the person is erased', async () => {
    const sibling = (await createRecord(brigade, 'nino'))._id;
    await handOver({ personas: [child], motivo: 'SISA GUALÁN se mudó' });
    await handOver({ personas: [child, sibling], a: brigade.id, motivo: 'SISA GUALÁN volvió' });
    await api.admin.post(`/api/auditoria/personas/${child}/borrar`, { motivo: 'Lo pidió su madre' });
    for (const user of [brigade, otherBrigade])
      expect(await handedTo(user)).toMatchObject([{ libretas: 1, motivo: '', persona: null }]);
    expect(JSON.stringify(await api.database.db.select().from(traspaso))).not.toContain(child);
    const kept = (await entriesOf([child])).filter(({ action }) => action === 'traspasar');
    expect(kept.map(({ before, after }) => [before, after])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('reaches the devices of both brigades', async () => {
    const [from, to] = [createReader(api, brigade), createReader(api, otherBrigade)];
    await from.pull();
    await to.pull();
    await handOver({ personas: [child] });
    await from.pull();
    await to.pull();
    expect(from.held.has(child)).toBe(false);
    expect(to.held.get(child)?.registros.control).toHaveLength(1);
    expect(to.inventory()).toEqual(await inventoryOf(otherBrigade));
  });
});

describe('the hand-over of a whole account', () => {
  it('proceeds 500 at a time and reports how many are left', async () => {
    const many = await children(brigade, 501);
    const woman = (await createRecord(brigade, 'mujer'))._id;
    const answers = [
      await handOver({ de: brigade.id }),
      await handOver({ de: brigade.id }),
      await handOver({ de: brigade.id }),
    ];
    expect(answers.map(({ body: { traspasadas, faltan } }) => [traspasadas, faltan])).toEqual([
      [500, 2],
      [2, 0],
      [0, 0],
    ]);
    expect(answers[2]?.body.message).toBe('No había nada que traspasar: esa cuenta no tiene libretas a su cargo.');
    const rows = await api.database.db.select({ custodio: nino.custodio }).from(nino).where(inArray(nino._id, many));
    expect(new Set(rows.map(({ custodio }) => custodio))).toEqual(new Set([otherBrigade.id]));
    expect((await otherBrigade.get(`/api/mujer/${woman}`)).status).toBe(200);
    const entries = (await entriesOf([...many, woman])).filter(({ action }) => action === 'traspasar');
    expect(entries).toHaveLength(502);
    expect((await handedTo(otherBrigade)).map(({ libretas }) => libretas)).toEqual([2, 500]);
  });

  it('works for a deleted account', async () => {
    const child = (await createRecord(brigade, 'nino'))._id;
    await api.admin.delete(`/api/users/${brigade.id}`);
    expect((await handOver({ de: brigade.id })).body.traspasadas).toBe(1);
    expect((await otherBrigade.get(`/api/nino/${child}`)).status).toBe(200);
  });
});

describe('the hand-over of a selection', () => {
  it('covers several brigades at once and reports booklets deleted in the meantime', async () => {
    const third = await api.user('ROLE_BRIGADA');
    const own = (await createRecord(brigade, 'nino'))._id;
    const others = (await createRecord(third, 'mujer'))._id;
    const deleted = (await createRecord(third, 'nino'))._id;
    await third.delete(`/api/nino/${deleted}`);
    const { body } = await handOver({ personas: [own, others, deleted] });
    expect(body).toMatchObject({
      traspasadas: 2,
      message: 'Se traspasaron 2 libretas a Rosa Yuquilema. Una de las elegidas ya no existe.',
    });
    expect((await handedTo(otherBrigade)).map(({ de }) => de._id).toSorted()).toEqual(
      [brigade.id, third.id].toSorted(),
    );
    expect((await supervisor.get('/api/traspasos', { persona: others })).body).toHaveLength(1);
    expect((await supervisor.get('/api/traspasos', { persona: deleted })).body).toHaveLength(0);
  });

  it('without existing booklets answers 404', async () => {
    expect((await handOver({ personas: [crypto.randomUUID()] })).status).toBe(404);
  });

  it('accepts 500 booklets and refuses 501', async () => {
    const [child = ''] = await children(brigade, 1);
    const unknown = Array.from({ length: 499 }, () => crypto.randomUUID());
    expect((await handOver({ personas: [child, ...unknown] })).body).toMatchObject({ traspasadas: 1 });
    const { status, body } = await handOver({ personas: [child, ...unknown, crypto.randomUUID()] });
    expect([status, body.message]).toEqual([400, [{ msg: 'Elige de 1 a 500 libretas', path: 'personas' }]]);
  });
});

describe('a hand-over is refused', () => {
  let child: string;
  beforeEach(async () => {
    child = (await createRecord(brigade, 'nino'))._id;
  });
  const refusal = async (body: Body) => {
    const answer = await handOver(body);
    expect(answer.status, answer.text).toBe(400);
    expect((await brigade.get(`/api/nino/${child}`)).status).toBe(200);
    return answer.body.message;
  };
  const CANNOT = 'Elige una cuenta activa de brigada: esta no puede recibir libretas';

  it('to an account that cannot have booklets: another role, deleted, unknown', async () => {
    const deletedUser = await api.user('ROLE_BRIGADA');
    await api.admin.delete(`/api/users/${deletedUser.id}`);
    for (const a of [supervisor.id, (await api.user('ROLE_USUARIO')).id, deletedUser.id, crypto.randomUUID()])
      expect(await refusal({ personas: [child], a })).toEqual([{ msg: CANNOT, path: 'a' }]);
  });

  it.each<[string, Body, string, string]>([
    ['no reason', { motivo: ' \u200b ' }, 'motivo', 'Escribe el motivo'],
    ['a reason of 100 kB', { motivo: 'x'.repeat(100_000) }, 'motivo', 'El motivo no debe tener más de 200 caracteres'],
    ['a reason that is no text', { motivo: ['x'] }, 'motivo', 'Escribe el motivo'],
    ['no receiver', { a: '' }, 'a', 'Elige una cuenta de la lista'],
    ['a person that is no id', { personas: ['x'] }, 'personas.0', 'Elige de 1 a 500 libretas'],
    ['an empty list', { personas: [] }, 'personas', 'Elige de 1 a 500 libretas'],
    ['no list', { personas: 'x' }, 'personas', 'Elige de 1 a 500 libretas'],
  ])('with %s', async (_, change, path, msg) => {
    const [problem] = await refusal({ personas: [child], ...change });
    expect(problem).toEqual({ msg, path });
  });

  it('with neither booklets nor an account, with both, to the same account, or of an unknown one', async () => {
    const path = (message: Body[]) => message.map((one) => one.path);
    expect(path(await refusal({}))).toEqual(['personas']);
    expect(path(await refusal({ personas: [child], de: brigade.id }))).toEqual(['de']);
    expect(path(await refusal({ de: brigade.id, a: brigade.id }))).toEqual(['a']);
    expect(path(await refusal({ de: crypto.randomUUID() }))).toEqual(['de']);
  });

  it('to a brigade, which cannot read hand-overs either', async () => {
    for (const client of [brigade, otherBrigade]) {
      expect((await handOver({ personas: [child] }, client)).status).toBe(403);
      expect((await client.get('/api/traspasos')).status).toBe(403);
      expect((await client.get('/api/traspasos/cuentas')).status).toBe(403);
    }
    expect((await api.anonymous.post('/api/traspasos', { personas: [child] })).status).toBe(401);
    expect((await brigade.get(`/api/nino/${child}`)).status).toBe(200);
  });
});

describe('simultaneous hand-overs', () => {
  const TIMES = 6;

  it('of two overlapping selections both succeed, and each booklet ends with one of the two', async () => {
    const third = await api.user('ROLE_BRIGADA');
    const ids = await children(brigade, 40);
    const women = [(await createRecord(brigade, 'mujer'))._id, (await createRecord(brigade, 'mujer'))._id];
    const all = [...ids, ...women];
    const answers = await Promise.all(
      Array.from({ length: TIMES }, (_, index) =>
        untilServed(() =>
          handOver({ personas: index % 2 ? all : all.toReversed(), a: index % 2 ? otherBrigade.id : third.id }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const id of all) {
      const entries = (await entriesOf([id])).filter(({ action }) => action === 'traspasar');
      // Each hand-over starts from the previous custodian.
      const holders = entries.map(({ before, after }) => [(before as Body).custodio, (after as Body).custodio]);
      expect(holders[0]?.[0]).toBe(brigade.id);
      for (const [index, [from]] of holders.entries()) if (index > 0) expect(from).toBe(holders[index - 1]?.[1]);
    }
  });

  it('of one whole account move and record each booklet once', async () => {
    const ids = await children(brigade, 120);
    const answers = await Promise.all(
      Array.from({ length: TIMES }, () => untilServed(() => handOver({ de: brigade.id }))),
    );
    expect(answers.reduce((sum, { body }) => sum + body.traspasadas, 0)).toBe(120);
    expect((await entriesOf(ids)).filter(({ action }) => action === 'traspasar')).toHaveLength(120);
  });

  it('and saves by the former custodian: a control is stored before, or answered 404', async () => {
    const child = (await createRecord(brigade, 'nino'))._id;
    const controls = Array.from({ length: 8 }, () =>
      brigade.post('/api/control', bodyWith(recordOf('control'), child)),
    );
    const [handed, ...saved] = await Promise.all([handOver({ personas: [child] }), ...controls]);
    expect(handed?.status).toBe(200);
    for (const { status } of saved) expect([201, 404]).toContain(status);
    const kept = (await otherBrigade.get('/api/control', { ninoId: child })).body as Body[];
    expect(kept).toHaveLength(saved.filter(({ status }) => status === 201).length);
    const last = (await entriesOf([child])).at(-1);
    expect((await brigade.post('/api/control', bodyWith(recordOf('control'), child))).status).toBe(404);
    expect(last?.action).toBeDefined();
  });

  it('and the deletion of the new custodian: the booklets have a valid custodian, or nothing moved', async () => {
    const child = (await createRecord(brigade, 'nino'))._id;
    const [handed, ended] = await Promise.all([
      handOver({ personas: [child] }),
      api.admin.delete(`/api/users/${otherBrigade.id}`),
    ]);
    expect(ended?.status).toBe(200);
    expect([200, 400]).toContain(handed?.status);
    expect((await brigade.get(`/api/nino/${child}`)).status).toBe(handed?.status === 200 ? 404 : 200);
  });
});

it('a hand-over that fails halfway moves nothing', async () => {
  const child = (await createRecord(brigade, 'nino'))._id;
  const before = await entriesOf([child]);
  const { db } = api.database;
  await db.execute('alter table traspaso add constraint none_for_now check (false) not valid');
  try {
    expect((await handOver({ personas: [child] })).status).toBeGreaterThanOrEqual(400);
  } finally {
    await db.execute('alter table traspaso drop constraint none_for_now');
  }
  expect((await brigade.get(`/api/nino/${child}`)).status).toBe(200);
  expect(await entriesOf([child])).toEqual(before);
});

describe('the accounts of a hand-over', () => {
  const accounts = async (query: Record<string, string>) =>
    (await supervisor.get('/api/traspasos/cuentas', query)).body as Body[];

  it('that can receive are the active brigades, searched by name or cedula, with their number of booklets', async () => {
    await createRecord(brigade, 'nino');
    await createRecord(brigade, 'mujer');
    const listed = await accounts({ para: 'recibir', q: brigade.cedula });
    expect(listed).toEqual([
      { _id: brigade.id, nombre: 'Rosa', apellido: 'Yuquilema', cedula: brigade.cedula, recibe: true, libretas: 2 },
    ]);
    expect(await accounts({ para: 'recibir', usuario: supervisor.id })).toEqual([]);
    expect(await accounts({ para: 'entregar', usuario: otherBrigade.id })).toEqual([]);
    await api.admin.delete(`/api/users/${brigade.id}`);
    expect(await accounts({ para: 'recibir', q: brigade.cedula })).toEqual([]);
    expect(await accounts({ para: 'entregar', q: brigade.cedula })).toMatchObject([{ recibe: false, libretas: 2 }]);
  });
});

it('the list of hand-overs is paged, newest first, and filtered by actor, giver and receiver', async () => {
  const ids = [(await createRecord(brigade, 'nino'))._id, (await createRecord(brigade, 'nino'))._id];
  for (const id of ids) await handOver({ personas: [id] });
  const page = await supervisor.get('/api/traspasos', { a: otherBrigade.id, limit: '1' });
  expect(page.headers['x-total-count']).toBe('2');
  expect(page.body).toMatchObject([{ persona: { _id: ids[1] } }]);
  const count = async (query: Record<string, string>) => (await supervisor.get('/api/traspasos', query)).body.length;
  expect(await count({ de: brigade.id, por: supervisor.id, q: otherBrigade.cedula })).toBe(2);
  expect(await count({ de: otherBrigade.id })).toBe(0);
  expect(await count({ por: api.admin.id, a: otherBrigade.id })).toBe(0);
  expect(await count({ a: otherBrigade.id, hasta: '2020-01-01' })).toBe(0);
});
