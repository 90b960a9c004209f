import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { libreta } from '#server/db/schema.ts';
import { type Body, createRecord, newDevice } from '../support/factories.ts';
import { createLane, creating, operation, valuesFor } from '../support/lane.ts';
import { inTime, until } from '../support/passing-time.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** The number of the lock at which the server waits between two statements of a save. */
const GATE = 4_711;

let api: TestApi;
/** Another process that writes to the database. */
let other: pg.Client;
let gate: pg.Client;
let brigade: TestUser;
let supervisor: TestUser;
let child: Body;
beforeAll(async () => {
  api = await startTestApi();
  const connected = async () => {
    const client = new pg.Client({ connectionString: api.databaseUrl });
    await client.connect();
    return client;
  };
  [other, gate] = [await connected(), await connected()];
  supervisor = await api.user('ROLE_SUPERVISOR');
  await api.database.db.execute(sql`create function waits_at_gate() returns trigger language plpgsql as $$
    begin
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock_shared(${sql.raw(String(GATE))});
      return null;
    end $$`);
  await api.database.db.execute(
    sql`create trigger waits_at_gate after insert on operacion for each row execute function waits_at_gate()`,
  );
});
afterAll(async () => {
  await Promise.all([other.end(), gate.end()]);
  await api.close();
});
beforeEach(async () => {
  brigade = await api.user('ROLE_BRIGADA');
  child = await createRecord(brigade, 'nino');
});

const stampOf = async () => {
  const [row] = await api.database.db.select().from(libreta).where(eq(libreta.persona, child._id));
  return String(row?.cambio);
};
const isWaiting = async (type: string) => {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`;
  return (await gate.query(waiting, [type])).rowCount === 1;
};
const touch = () => other.query('update nino set version = version where _id = $1', [child._id]);

it('two saves that overlap leave two stamps, so that the earlier one deletes nothing unseen', async () => {
  const lane = createLane(brigade);
  const control = creating('control', { persona: child._id, valores: valuesFor('control', {}) });
  const before = await stampOf();
  await gate.query('select pg_advisory_lock($1)', [GATE]);
  const sending = lane.send(control);
  await until(() => isWaiting('advisory'), 'the first save has begun');
  let hasEnded = false;
  const touching = touch().finally(() => {
    hasEnded = true;
  });
  // Behind the first save if that has the lock of the person already, or else before it.
  await until(async () => hasEnded || (await isWaiting('transactionid')), 'the second save was made, or waits');
  const between = hasEnded ? await stampOf() : undefined;
  await gate.query('select pg_advisory_unlock($1)', [GATE]);
  const [outcome] = await inTime(sending, 'the first save');
  await inTime(touching, 'the second save');
  const stamps = [before, between ?? String(outcome?.sello), await stampOf()];
  expect(new Set(stamps).size).toBe(3);
  const deletion = operation('eliminar', 'nino', { _id: child._id, sello: stamps[1] });
  expect(await createLane(brigade).send(deletion)).toMatchObject([{ estado: 'rechazada', code: 'outdated' }]);
});

it('an accepted write leaves a stamp of its own after a change that was made while it waited for the person', async () => {
  const device = newDevice();
  await brigade.post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
  const sello = await stampOf();
  const receiver = await api.user('ROLE_BRIGADA');
  await supervisor.post('/api/traspasos', { personas: [child._id], a: receiver.id, motivo: 'Cambió de sector' });
  const edit = operation('reemplazar', 'nino', {
    ...{ _id: child._id, sello, version: 1, valores: { ...valuesFor('nino'), cedula: child.cedula } },
  });
  expect(await createLane(brigade, device.equipo).send(edit)).toMatchObject([{ estado: 'retenida' }]);
  // This lock keeps others from the rows of children, and gives its own transaction no number yet.
  await other.query('begin');
  await other.query('lock table nino in exclusive mode');
  const accepting = supervisor.post(`/api/retenidos/${edit.op}/aceptar`, {});
  await until(() => isWaiting('relation'), 'the acceptance waits for the person');
  await touch();
  const [between] = (await other.query('select cambio::text from libreta where persona = $1', [child._id])).rows;
  await other.query('commit');
  const { status, text } = await inTime(accepting, 'the acceptance');
  expect(status, text).toBe(200);
  expect(BigInt(await stampOf())).toBeGreaterThan(BigInt(between.cambio));
});

it('a booklet is read anew after a change by a transaction that began before the last one', async () => {
  const read = (tag?: string) =>
    supervisor.send({
      method: 'GET',
      url: `/api/nino/${child._id}/libreta`,
      headers: tag ? { 'if-none-match': tag } : {},
    });
  await other.query('begin');
  await other.query('select pg_current_xact_id()');
  await createRecord(brigade, 'control', {}, child._id);
  const { headers } = await read();
  const tag = String(headers.etag);
  expect((await read(tag)).status).toBe(304);
  await other.query('update nino set custodio = $2 where _id = $1', [child._id, api.admin.id]);
  await other.query('commit');
  const after = await read(tag);
  expect([after.status, after.body.responsable?._id]).toEqual([200, api.admin.id]);
});
