import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rulesOfProgram } from '#server/base/rules.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { recountByOtherRules, workOffChanges } from '#server/modules/measuring/work-off.ts';
import { noteRules } from '#server/modules/records/rules-in-use.ts';
import { expectMeasuringExact, readMeasuring } from '../support/kept-measuring.ts';
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

it('what is kept is exact after simultaneous writers, two workers and readers', async () => {
  const staff = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  let writing = true;
  let worked = 0;
  const working = [api.database.db, other.db].map(async (db) => {
    while (writing) worked += await workOffChanges(db, { changes: 5, groups: 2, forMs: 1 });
  });
  const reading = (async () => {
    while (writing) expect((await api.admin.get('/api/reportes/calidad')).status).toBe(200);
  })();
  const writers = [21, 22, 23, 24, 25, 26].map(async (seed) => {
    const booklet = randomBooklet(api, staff, seed);
    for (let step = 0; step < 40; step += 1) await booklet.step();
  });
  await Promise.all(writers).finally(() => {
    writing = false;
  });
  await Promise.all([...working, reading]);
  expect(worked).toBeGreaterThan(0);
  await expectMeasuringExact(api.database.db, 'after all');
  expect((await readMeasuring(api.database.db)).length).toBeGreaterThan(5);
});

it('groups that were counted by other rules are counted anew, unless newer rules are in force', async () => {
  const { db } = api.database;
  const [kept, rules] = [await readMeasuring(db), await rulesOfProgram()];
  await db.execute(sql`update measuring_of_month set reglas = 7, talla_puntajes = 1000`);
  expect((await api.admin.get('/api/reportes/calidad')).body.pendientes).toBe(kept.length);
  await noteRules(db, rules);
  await db.execute(
    sql`insert into rules_in_use (fingerprint, number, seen) select 8, max(number) + 1, now() from rules_in_use`,
  );
  expect(await recountByOtherRules(db)).toBe(0);
  await db.execute(sql`delete from rules_in_use where fingerprint = 8`);
  expect(await recountByOtherRules(db)).toBe(kept.length);
  expect(await readMeasuring(db)).toEqual(kept);
  expect(await rawRows(db, sql`select distinct reglas from measuring_of_month`)).toEqual([{ reglas: rules }]);
});

it('a process leaves the counting to the one that counts, instead of waiting for it', async () => {
  const { db } = api.database;
  const booklet = randomBooklet(api, [await api.user('ROLE_BRIGADA')], 31);
  for (let step = 0; step < 10; step += 1) await booklet.step();
  await other.db.transaction(async (inside) => {
    await inside.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.measuring})`);
    await db.execute(sql`update measuring_of_month set reglas = 7`);
    expect([await workOffChanges(db), await recountByOtherRules(db)]).toEqual([0, 0]);
  });
  expect(await workOffChanges(db)).toBeGreaterThan(0);
  expect(await recountByOtherRules(db)).toBeGreaterThan(0);
});
