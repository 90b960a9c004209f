import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRows } from '#server/db/raw-rows.ts';
import { foldFigures } from '#server/figures/fold-figures.ts';
import { createRecord } from '../support/factories.ts';
import { expectFiguresExact, readMaintainedFigures } from '../support/maintained-figures.ts';
import { randomBooklet } from '../support/random-booklet.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let staff: TestUser[];
beforeAll(async () => {
  api = await startTestApi();
  staff = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
});
afterAll(() => api.close());

const changes = async () => {
  const [row] = await rawRows<{ n: number }>(api.database.db, sql`select count(*)::int as n from figure_change`);
  return row?.n ?? 0;
};

describe('maintained figures equal a recount', () => {
  it.each([1, 2, 3])('after any changes, folded or not (seed %i)', async (seed) => {
    const booklet = randomBooklet(api, staff, seed);
    for (let step = 1; step <= 60; step += 1) {
      await booklet.step();
      if (step % 7 === 0) await foldFigures(api.database.db);
      if (step % 5 === 0) await expectFiguresExact(api.database.db, `seed ${seed}, step ${step}`);
    }
    await foldFigures(api.database.db);
    expect(await changes()).toBe(0);
    await expectFiguresExact(api.database.db, `seed ${seed}, folded`);
  });

  it('after a child and its controls are inserted, and moved, in one statement', async () => {
    const { db } = api.database;
    const { _id } = await createRecord(staff[0] as TestUser, 'nino', {
      canton: 'GUANO',
      establecimiento: 'Puesto Guano',
    });
    await createRecord(api.admin, 'control', { fecha: '2026-08-02' }, _id);
    await db.execute(sql`with child as (insert into nino (_id, cedula, cedulamadre, hcu, nombres, apellidos, busqueda, created_by, fecha_registro, provincia, canton, zona, parroquia, direccion)
      overriding system value
      select gen_random_uuid(), '1799999999', cedulamadre, hcu, nombres, apellidos, busqueda, created_by, fecha_registro, 'LOJA', 'NUEVO', zona, parroquia, direccion from nino where _id = ${_id} returning _id)
      insert into control (_id, parent_id, created_by, fecha_registro, fecha, edad, peso, longitud, perimetro)
      select gen_random_uuid(), child._id, one.created_by, one.fecha_registro, one.fecha, one.edad, one.peso, one.longitud, one.perimetro
      from control one, child where one.parent_id = ${_id}`);
    await expectFiguresExact(db, 'in one statement');
    await db.execute(sql`with measured as (update control set ztalla = -3.5, peso = 9.99 where parent_id = ${_id})
      update nino set provincia = 'LOJA', canton = 'OTRO', sexo = 'MASCULINO' where _id = ${_id}`);
    await expectFiguresExact(db, 'moved');
    await db.execute(sql`with elsewhere as (update nino set canton = 'TERCERO' where _id = ${_id})
      delete from control where parent_id = ${_id}`);
    await expectFiguresExact(db, 'moved and taken away');
    await db.execute(sql`delete from nino where _id = ${_id}`);
    await expectFiguresExact(db, 'gone');
  });
});

describe('folding', () => {
  it('changes no result and loses nothing when rolled back halfway', async () => {
    const { db } = api.database;
    const booklet = randomBooklet(api, staff, 4);
    for (let step = 1; step <= 10; step += 1) await booklet.step();
    const [before, pending] = [await readMaintainedFigures(db), await changes()];
    expect(pending).toBeGreaterThan(5);
    const undone = db.transaction(async (inside) => {
      await inside.execute(sql`select figure_fold(3)`);
      throw new Error('killed');
    });
    await expect(undone).rejects.toThrow('killed');
    expect(await changes()).toBe(pending);
    await db.execute(sql`select figure_fold(3)`);
    expect(await changes()).toBe(pending - 3);
    expect(await readMaintainedFigures(db)).toEqual(before);
    expect(await foldFigures(db)).toBe(pending - 3);
    expect(await readMaintainedFigures(db)).toEqual(before);
  });

  it('counts each change once in simultaneous runs', async () => {
    const { db } = api.database;
    const booklet = randomBooklet(api, staff, 5);
    for (let step = 1; step <= 10; step += 1) await booklet.step();
    const [before, pending] = [await readMaintainedFigures(db), await changes()];
    const folded = await Promise.all([foldFigures(db), foldFigures(db), foldFigures(db)]);
    expect(folded.reduce((sum, one) => sum + one, 0)).toBe(pending);
    expect(await readMaintainedFigures(db)).toEqual(before);
    await expectFiguresExact(db, 'folded at once');
  });
});

describe('an edit without counted fields', () => {
  it('leaves no change to fold', async () => {
    const { _id, ...body } = await createRecord(api.admin, 'nino');
    await foldFigures(api.database.db);
    const answer = await api.admin.put(`/api/nino/${_id}`, { ...body, direccion: 'OTRA', nombres: 'OTRA' });
    expect(answer.status).toBe(200);
    expect(await changes()).toBe(0);
  });
});
