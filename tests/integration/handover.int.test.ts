import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UUID } from '#domain/uuid.ts';
import { journal, nino, traspaso } from '#server/db/schema.ts';
import { type Body, bodyWith, createRecord, recordOf } from '../support/factories.ts';
import { createReader, inventoryOf } from '../support/feed.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const WHY = 'Rosa cambió de sector';

let api: TestApi;
let supervisor: TestUser;
let hers: TestUser;
let theirs: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  [hers, theirs] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
});

const handOver = (body: Body, as = supervisor) => as.post('/api/traspasos', { a: theirs.id, motivo: WHY, ...body });
const entriesOf = (ids: string[]) =>
  api.database.db.select().from(journal).where(inArray(journal.person, ids)).orderBy(journal.seq);
const handedTo = async (user: TestUser) => (await supervisor.get('/api/traspasos', { a: user.id })).body as Body[];

/** As many children of somebody as nobody would type, at once. */
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

describe('one child', () => {
  let child: string;
  beforeEach(async () => {
    child = (await createRecord(hers, 'nino', { nombres: 'SISA', apellidos: 'GUALÁN' }))._id;
    await createRecord(hers, 'control', {}, child);
  });

  it('is the other’s from then on, its author as before, and all three see it in its history', async () => {
    const answer = await handOver({ personas: [child.toUpperCase()] });
    expect([answer.status, answer.body]).toEqual([
      200,
      { traspasadas: 1, faltan: 0, message: 'Se traspasó 1 libreta a Rosa Yuquilema.' },
    ]);
    expect((await hers.get(`/api/nino/${child}`)).status).toBe(404);
    expect((await hers.get('/api/nino', { limit: '5' })).headers['x-total-count']).toBe('0');
    expect((await hers.get(`/api/nino/${child}/historial`)).status).toBe(404);
    expect((await theirs.get(`/api/nino/${child}`)).body.createdBy._id).toBe(hers.id);
    for (const client of [theirs, supervisor]) {
      const [first] = (await client.get(`/api/nino/${child}/historial`)).body;
      expect(first).toMatchObject({ accion: 'traspasar', tipo: 'nino', registro: child });
      expect(first.cambios).toEqual([
        { campo: 'custodio', antes: 'Rosa Yuquilema', despues: 'Rosa Yuquilema' },
        { campo: 'motivo', antes: null, despues: WHY },
      ]);
    }
    expect(await handedTo(theirs)).toMatchObject([
      {
        _id: expect.stringMatching(UUID),
        por: { _id: supervisor.id },
        de: { _id: hers.id, cedula: hers.cedula },
        a: { _id: theirs.id },
        motivo: WHY,
        libretas: 1,
        persona: { _id: child, tipo: 'nino', nombre: 'SISA GUALÁN' },
      },
    ]);
  });

  it('whoever has it now writes in it and is asked to visit; what each recorded stays counted as hers', async () => {
    await handOver({ personas: [child] });
    const control = bodyWith(recordOf('control'), child);
    expect((await hers.post('/api/control', control)).status).toBe(404);
    expect((await theirs.post('/api/control', control)).status).toBe(201);
    const visits = (await supervisor.get('/api/seguimiento')).body as Body[];
    const shown = visits.find(({ _id }) => _id === child);
    expect(shown?.responsable._id).toBe(theirs.id);
    const recorded = (await supervisor.get('/api/nino', { responsable: hers.id })).body as Body[];
    expect(recorded.map(({ _id }) => _id)).toContain(child);
  });

  it('handed over again to the same one is no change, and leaves no trace', async () => {
    await handOver({ personas: [child] });
    const before = await entriesOf([child]);
    const { body } = await handOver({ personas: [child, child] });
    expect(body).toEqual({
      traspasadas: 0,
      faltan: 0,
      message: 'No había nada que traspasar: ya está a cargo de Rosa Yuquilema.',
    });
    expect(await entriesOf([child])).toEqual(before);
    expect(await handedTo(theirs)).toHaveLength(1);
  });

  it('comes back to whoever recorded it, as if it had never gone', async () => {
    await handOver({ personas: [child] });
    await handOver({ personas: [child], a: hers.id });
    const [row] = await api.database.db.select({ custodio: nino.custodio }).from(nino).where(eq(nino._id, child));
    expect(row).toEqual({ custodio: null });
    expect((await hers.get(`/api/nino/${child}`)).status).toBe(200);
  });

  it('deleted and restored, it is with whom it was', async () => {
    await handOver({ personas: [child] });
    await theirs.delete(`/api/nino/${child}`);
    await api.admin.post(`/api/auditoria/eliminados/${child}/restaurar`, {});
    expect((await theirs.get(`/api/nino/${child}`)).status).toBe(200);
    expect((await hers.get(`/api/nino/${child}`)).status).toBe(404);
  });

  it('erased for good it leaves neither a name nor the reason', async () => {
    const sibling = (await createRecord(hers, 'nino'))._id;
    await handOver({ personas: [child], motivo: 'SISA GUALÁN se mudó' });
    await handOver({ personas: [child, sibling], a: hers.id, motivo: 'SISA GUALÁN volvió' });
    await api.admin.post(`/api/auditoria/personas/${child}/borrar`, { motivo: 'Lo pidió su madre' });
    for (const user of [hers, theirs])
      expect(await handedTo(user)).toMatchObject([{ libretas: 1, motivo: '', persona: null }]);
    expect(JSON.stringify(await api.database.db.select().from(traspaso))).not.toContain(child);
    const kept = (await entriesOf([child])).filter(({ action }) => action === 'traspasar');
    expect(kept.map(({ before, after }) => [before, after])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('reaches the devices of both', async () => {
    const [from, to] = [createReader(api, hers), createReader(api, theirs)];
    await from.pull();
    await to.pull();
    await handOver({ personas: [child] });
    await from.pull();
    await to.pull();
    expect(from.held.has(child)).toBe(false);
    expect(to.held.get(child)?.registros.control).toHaveLength(1);
    expect(to.known()).toEqual(await inventoryOf(theirs));
  });
});

describe('everything of one', () => {
  it('goes in as many calls as it takes, and says how many are left', async () => {
    const many = await children(hers, 501);
    const woman = (await createRecord(hers, 'mujer'))._id;
    const answers = [await handOver({ de: hers.id }), await handOver({ de: hers.id }), await handOver({ de: hers.id })];
    expect(answers.map(({ body: { traspasadas, faltan } }) => [traspasadas, faltan])).toEqual([
      [500, 2],
      [2, 0],
      [0, 0],
    ]);
    expect(answers[2]?.body.message).toBe('No había nada que traspasar: esa cuenta no tiene libretas a su cargo.');
    const rows = await api.database.db.select({ custodio: nino.custodio }).from(nino).where(inArray(nino._id, many));
    expect(new Set(rows.map(({ custodio }) => custodio))).toEqual(new Set([theirs.id]));
    expect((await theirs.get(`/api/mujer/${woman}`)).status).toBe(200);
    const entries = (await entriesOf([...many, woman])).filter(({ action }) => action === 'traspasar');
    expect(entries).toHaveLength(502);
    expect((await handedTo(theirs)).map(({ libretas }) => libretas)).toEqual([2, 500]);
  });

  it('of whoever no longer works here', async () => {
    const child = (await createRecord(hers, 'nino'))._id;
    await api.admin.delete(`/api/users/${hers.id}`);
    expect((await handOver({ de: hers.id })).body.traspasadas).toBe(1);
    expect((await theirs.get(`/api/nino/${child}`)).status).toBe(200);
  });
});

describe('a selection', () => {
  it('of several brigades goes as one, and says who was deleted meanwhile', async () => {
    const third = await api.user('ROLE_BRIGADA');
    const own = (await createRecord(hers, 'nino'))._id;
    const others = (await createRecord(third, 'mujer'))._id;
    const gone = (await createRecord(third, 'nino'))._id;
    await third.delete(`/api/nino/${gone}`);
    const { body } = await handOver({ personas: [own, others, gone] });
    expect(body).toMatchObject({
      traspasadas: 2,
      message: 'Se traspasaron 2 libretas a Rosa Yuquilema. Una de las elegidas ya no existe.',
    });
    expect((await handedTo(theirs)).map(({ de }) => de._id).toSorted()).toEqual([hers.id, third.id].toSorted());
    expect((await supervisor.get('/api/traspasos', { persona: others })).body).toHaveLength(1);
    expect((await supervisor.get('/api/traspasos', { persona: gone })).body).toHaveLength(0);
  });

  it('of which nobody is there is not found', async () => {
    expect((await handOver({ personas: [crypto.randomUUID()] })).status).toBe(404);
  });

  it('of 500 is taken, of 501 refused', async () => {
    const [child = ''] = await children(hers, 1);
    const unknown = Array.from({ length: 499 }, () => crypto.randomUUID());
    expect((await handOver({ personas: [child, ...unknown] })).body).toMatchObject({ traspasadas: 1 });
    const { status, body } = await handOver({ personas: [child, ...unknown, crypto.randomUUID()] });
    expect([status, body.message]).toEqual([400, [{ msg: 'Elige de 1 a 500 libretas', path: 'personas' }]]);
  });
});

describe('is refused', () => {
  let child: string;
  beforeEach(async () => {
    child = (await createRecord(hers, 'nino'))._id;
  });
  const refusal = async (body: Body) => {
    const answer = await handOver(body);
    expect(answer.status, answer.text).toBe(400);
    expect((await hers.get(`/api/nino/${child}`)).status).toBe(200);
    return answer.body.message;
  };
  const CANNOT = 'Elige una cuenta activa de brigada: esta no puede recibir libretas';

  it('to whoever has no booklets: another role, an account that is gone, none at all', async () => {
    const gone = await api.user('ROLE_BRIGADA');
    await api.admin.delete(`/api/users/${gone.id}`);
    for (const a of [supervisor.id, (await api.user('ROLE_USUARIO')).id, gone.id, crypto.randomUUID()])
      expect(await refusal({ personas: [child], a })).toEqual([{ msg: CANNOT, path: 'a' }]);
  });

  it.each<[string, Body, string, string]>([
    ['no reason', { motivo: ' \u200b ' }, 'motivo', 'Escribe el motivo'],
    ['a reason of 100 kB', { motivo: 'x'.repeat(100_000) }, 'motivo', 'El motivo no debe tener más de 200 caracteres'],
    ['a reason that is no text', { motivo: ['x'] }, 'motivo', 'Escribe el motivo'],
    ['nobody to give it to', { a: '' }, 'a', 'Elige una cuenta de la lista'],
    ['a person that is no id', { personas: ['x'] }, 'personas.0', 'Elige de 1 a 500 libretas'],
    ['an empty list', { personas: [] }, 'personas', 'Elige de 1 a 500 libretas'],
    ['no list', { personas: 'x' }, 'personas', 'Elige de 1 a 500 libretas'],
  ])('with %s', async (_, change, path, msg) => {
    const [problem] = await refusal({ personas: [child], ...change });
    expect(problem).toEqual({ msg, path });
  });

  it('with neither booklets nor an account, with both, to the same one, or of nobody', async () => {
    const path = (message: Body[]) => message.map((one) => one.path);
    expect(path(await refusal({}))).toEqual(['personas']);
    expect(path(await refusal({ personas: [child], de: hers.id }))).toEqual(['de']);
    expect(path(await refusal({ de: hers.id, a: hers.id }))).toEqual(['a']);
    expect(path(await refusal({ de: crypto.randomUUID() }))).toEqual(['de']);
  });

  it('to a brigade, and nothing of it is told to one', async () => {
    for (const client of [hers, theirs]) {
      expect((await handOver({ personas: [child] }, client)).status).toBe(403);
      expect((await client.get('/api/traspasos')).status).toBe(403);
      expect((await client.get('/api/traspasos/cuentas')).status).toBe(403);
    }
    expect((await api.nobody.post('/api/traspasos', { personas: [child] })).status).toBe(401);
    expect((await hers.get(`/api/nino/${child}`)).status).toBe(200);
  });
});

describe('at once', () => {
  const TIMES = 6;

  it('two selections that overlap, each in its own order, end both, and every booklet is with one of them', async () => {
    const third = await api.user('ROLE_BRIGADA');
    const ids = await children(hers, 40);
    const women = [(await createRecord(hers, 'mujer'))._id, (await createRecord(hers, 'mujer'))._id];
    const all = [...ids, ...women];
    const answers = await Promise.all(
      Array.from({ length: TIMES }, (_, index) =>
        handOver({ personas: index % 2 ? all : all.toReversed(), a: index % 2 ? theirs.id : third.id }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const id of all) {
      const entries = (await entriesOf([id])).filter(({ action }) => action === 'traspasar');
      // Each from whom the one before gave it to.
      const holders = entries.map(({ before, after }) => [(before as Body).custodio, (after as Body).custodio]);
      expect(holders[0]?.[0]).toBe(hers.id);
      for (const [index, [from]] of holders.entries()) if (index > 0) expect(from).toBe(holders[index - 1]?.[1]);
    }
  });

  it('everything of one, asked for several times, is moved and noted once', async () => {
    const ids = await children(hers, 120);
    const answers = await Promise.all(Array.from({ length: TIMES }, () => handOver({ de: hers.id })));
    expect(answers.reduce((sum, { body }) => sum + body.traspasadas, 0)).toBe(120);
    expect((await entriesOf(ids)).filter(({ action }) => action === 'traspasar')).toHaveLength(120);
  });

  it('with her saving a control: it is kept before, or she is told that it is not there', async () => {
    const child = (await createRecord(hers, 'nino'))._id;
    const controls = Array.from({ length: 8 }, () => hers.post('/api/control', bodyWith(recordOf('control'), child)));
    const [handed, ...saved] = await Promise.all([handOver({ personas: [child] }), ...controls]);
    expect(handed?.status).toBe(200);
    for (const { status } of saved) expect([201, 404]).toContain(status);
    const kept = (await theirs.get('/api/control', { ninoId: child })).body as Body[];
    expect(kept).toHaveLength(saved.filter(({ status }) => status === 201).length);
    const last = (await entriesOf([child])).at(-1);
    expect((await hers.post('/api/control', bodyWith(recordOf('control'), child))).status).toBe(404);
    expect(last?.action).toBeDefined();
  });

  it('with her account ending: the booklets are with somebody who is there, or nothing moved', async () => {
    const child = (await createRecord(hers, 'nino'))._id;
    const [handed, ended] = await Promise.all([
      handOver({ personas: [child] }),
      api.admin.delete(`/api/users/${theirs.id}`),
    ]);
    expect(ended?.status).toBe(200);
    expect([200, 400]).toContain(handed?.status);
    expect((await hers.get(`/api/nino/${child}`)).status).toBe(handed?.status === 200 ? 404 : 200);
  });
});

it('what fails in the middle moves nothing', async () => {
  const child = (await createRecord(hers, 'nino'))._id;
  const before = await entriesOf([child]);
  const { db } = api.database;
  await db.execute('alter table traspaso add constraint none_for_now check (false) not valid');
  try {
    expect((await handOver({ personas: [child] })).status).toBeGreaterThanOrEqual(400);
  } finally {
    await db.execute('alter table traspaso drop constraint none_for_now');
  }
  expect((await hers.get(`/api/nino/${child}`)).status).toBe(200);
  expect(await entriesOf([child])).toEqual(before);
});

describe('the accounts', () => {
  const accounts = async (query: Record<string, string>) =>
    (await supervisor.get('/api/traspasos/cuentas', query)).body as Body[];

  it('that can receive are the brigades that are there, found by name or cedula, with what each has', async () => {
    await createRecord(hers, 'nino');
    await createRecord(hers, 'mujer');
    const found = await accounts({ para: 'recibir', q: hers.cedula });
    expect(found).toEqual([
      { _id: hers.id, nombre: 'Rosa', apellido: 'Yuquilema', cedula: hers.cedula, recibe: true, libretas: 2 },
    ]);
    expect(await accounts({ para: 'recibir', usuario: supervisor.id })).toEqual([]);
    expect(await accounts({ para: 'entregar', usuario: theirs.id })).toEqual([]);
    await api.admin.delete(`/api/users/${hers.id}`);
    expect(await accounts({ para: 'recibir', q: hers.cedula })).toEqual([]);
    expect(await accounts({ para: 'entregar', q: hers.cedula })).toMatchObject([{ recibe: false, libretas: 2 }]);
  });
});

it('the list is paged, the newest first, and narrowed by who, from whom and to whom', async () => {
  const ids = [(await createRecord(hers, 'nino'))._id, (await createRecord(hers, 'nino'))._id];
  for (const id of ids) await handOver({ personas: [id] });
  const page = await supervisor.get('/api/traspasos', { a: theirs.id, limit: '1' });
  expect(page.headers['x-total-count']).toBe('2');
  expect(page.body).toMatchObject([{ persona: { _id: ids[1] } }]);
  const count = async (query: Record<string, string>) => (await supervisor.get('/api/traspasos', query)).body.length;
  expect(await count({ de: hers.id, por: supervisor.id, q: theirs.cedula })).toBe(2);
  expect(await count({ de: theirs.id })).toBe(0);
  expect(await count({ por: api.admin.id, a: theirs.id })).toBe(0);
  expect(await count({ a: theirs.id, hasta: '2020-01-01' })).toBe(0);
});
