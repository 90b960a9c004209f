import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { control as controls, journal, receiptTable } from '#server/db/schema.ts';
import type { Answer } from '../support/api-client.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { createLane, creating, type Lane, valuesFor } from '../support/lane.ts';
import { lasting } from '../support/passing-time.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let lockHolder: pg.Client;
let brigade: TestUser;
let lane: Lane;
beforeAll(async () => {
  // The wait for a lock is to end.
  api = await startTestApi({}, { lockMs: 1_000 });
  lockHolder = new pg.Client({ connectionString: api.databaseUrl });
  await lockHolder.connect();
});
afterAll(async () => {
  await lockHolder.end();
  await api.close();
});
beforeEach(async () => {
  brigade = await api.user('ROLE_BRIGADA');
  lane = createLane(brigade);
});

const send = (sent: Body[]): Promise<Answer> => brigade.post('/api/sincronizacion/envio', lane.body(sent));
const controlOf = (child: Body, fecha = '2026-11-11') =>
  creating('control', { persona: child._id, valores: valuesFor('control', { fecha }) });
const states = ({ body }: Answer) => body.resultados.map(({ estado }: Body) => estado);

it('a booklet locked too long ends the call, and a repeat finds the earlier operations done', async () => {
  const [first, second] = [await createRecord(brigade, 'nino'), await createRecord(brigade, 'nino')];
  const sent = [controlOf(first), controlOf(second), controlOf(first, '2026-10-11')];
  await lockHolder.query('begin');
  await lockHolder.query('select from nino where _id = $1 for update', [second._id]);
  const refused = await send(sent);
  expect([refused.status, refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual([
    503,
    'unavailable',
    true,
  ]);
  const ofOperations = and(eq(receiptTable.usuario, brigade.id), isNotNull(receiptTable.recibida));
  const receipts = await api.database.db.select().from(receiptTable).where(ofOperations);
  expect(receipts.map(({ _id }) => _id)).toEqual([sent[0]?.op]);
  await lockHolder.query('rollback');
  expect(states(await send(sent))).toEqual(['hecha', 'hecha', 'hecha']);
  const stored = await api.database.db.select().from(controls).where(eq(controls.createdBy, brigade.id));
  expect(stored.map(({ _id }) => _id).toSorted()).toEqual(sent.map(({ _id }) => _id).toSorted());
});

it('repeatedly broken connections neither lose nor double an operation', async () => {
  const child = creating('nino');
  const days = Array.from({ length: 30 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);
  const sent = [child, ...days.map((day) => controlOf(child, day))];
  let goesOn = true;
  const breaking = (async () => {
    for (let times = 0; goesOn && times < 60; times += 1) {
      await lockHolder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'libreta' and datname = current_database()`,
      );
      await lasting(40, 'the pause between two cuts');
    }
  })();
  let calls = 0;
  for (let whole = false; !whole; calls += 1) {
    const answer = await send(sent);
    expect([200, 503]).toContain(answer.status);
    whole = answer.status === 200;
    if (whole) expect(states(answer)).toEqual(sent.map(() => 'hecha'));
    expect(calls).toBeLessThan(200);
  }
  goesOn = false;
  await breaking;
  const ids = sent.map(({ _id }) => String(_id));
  const entries = await api.database.db.select().from(journal).where(inArray(journal.about, ids));
  expect(entries.map(({ about }) => about).toSorted()).toEqual(ids.toSorted());
  const stored = await api.database.db.select().from(controls).where(eq(controls.parentId, child._id));
  expect(stored).toHaveLength(days.length);
});
