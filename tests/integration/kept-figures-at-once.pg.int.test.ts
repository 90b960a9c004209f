import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { foldFigures } from '#server/figures/fold-figures.ts';
import { createRecord } from '../support/factories.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { lasting } from '../support/passing-time.ts';
import { randomBooklet } from '../support/random-booklet.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { openAgain } from '../support/test-database.ts';

let api: TestApi;
/** The connection of another process. */
let other: Database;
beforeAll(async () => {
  api = await startTestApi();
  other = await openAgain(api.databaseUrl);
});
afterAll(async () => {
  await other.close();
  await api.close();
});

it('simultaneous writers and two folds neither lose nor double a count', async () => {
  const staff = [await api.user('ROLE_BRIGADA')];
  let writing = true;
  let folded = 0;
  const folding = [api.database.db, other.db].map(async (db) => {
    while (writing) folded += await foldFigures(db);
  });
  const writers = [11, 12, 13, 14, 15, 16].map(async (seed) => {
    const booklet = randomBooklet(api, staff, seed);
    for (let step = 0; step < 40; step += 1) await booklet.step();
  });
  await Promise.all(writers).finally(() => {
    writing = false;
  });
  await Promise.all(folding);
  expect(folded).toBeGreaterThan(100);
  await expectFiguresExact(api.database.db, 'after all');
});

it('a child and its controls have the same place, even when it moves while a control is added', async () => {
  const { db } = api.database;
  for (let round = 0; round < 10; round += 1) {
    const { _id } = await createRecord(api.admin, 'nino', { canton: 'GUANO', establecimiento: 'Puesto Guano' });
    const { _id: model } = await createRecord(api.admin, 'control', {}, _id);
    const added = sql`insert into control (_id, parent_id, created_by, fecha_registro, fecha, edad, peso, longitud, perimetro)
      select gen_random_uuid(), parent_id, created_by, fecha_registro, fecha, edad, peso, longitud, perimetro from control where _id = ${model}`;
    await Promise.all([
      db.transaction(async (inside) => {
        await inside.execute(added);
        await lasting(20, 'what a writer does before it is done');
      }),
      other.db.execute(sql`update nino set provincia = 'LOJA', canton = ${`CANTÓN ${round}`} where _id = ${_id}`),
      other.db.execute(added),
    ]);
    const [row] = await rawRows<{ places: number }>(
      db,
      sql`select count(distinct control.lugar)::int as places from control join nino on nino._id = parent_id
        where nino._id = ${_id} and (control.lugar = nino.lugar) is true`,
    );
    expect(row?.places).toBe(1);
  }
  await expectFiguresExact(db, 'moved');
});

it('a writer waits neither for a fold nor for another writer of the same place', async () => {
  const { _id } = await createRecord(api.admin, 'nino', {});
  await createRecord(api.admin, 'nino', {});
  await other.db.transaction(async (holding) => {
    await holding.execute(sql`select figure_fold(1000)`);
    await holding.execute(sql`update nino set sexo = 'MASCULINO' where _id = ${_id}`);
    // The locks are held until the transaction ends.
    expect((await createRecord(api.admin, 'control', {})).ninoId).toBeTruthy();
    expect(await foldFigures(api.database.db)).toBe(0);
  });
  await expectFiguresExact(api.database.db, 'after the fold');
});
