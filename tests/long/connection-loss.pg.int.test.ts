import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { watchHealth } from '../support/health-watch.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { lasting, until } from '../support/passing-time.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const WRITERS = 6;
/** Simultaneous saves of one kind, limited by plugins/fair-share.ts. */
const AT_ONCE = 6;
const SAVES = 25;
/** Enough rounds to lose more connections than the pool has: 24 of 20. */
const ROUNDS = 4;
const LIVE_WITHIN_MS = 1_000;

let cluster: Cluster;
let server: ServerProcess;
let token: string;
let ninoId: string;
let pid: number;

const api = () => remoteApi(server.url);
const save = (_id: string) =>
  api().call('POST', '/api/control', { ...RECORDS.control.example, _id, ninoId }, token) as Promise<{
    status: number;
    body: { message: unknown };
  }>;

/** A separate client, which does not survive restarts. */
async function administrator(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const TERMINATE = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'libreta'";

/** Connections of the application that wait for a lock. */
const WAITING =
  "select count(*)::int as many from pg_stat_activity where application_name = 'libreta' and wait_event_type = 'Lock'";

async function terminate(times: number): Promise<void> {
  const client = await administrator();
  for (let turn = 0; turn < times; turn += 1) {
    await client.query(TERMINATE);
    await lasting(15, 'the pause between two cuts');
  }
  await client.end();
}

beforeAll(async () => {
  cluster = await startCluster({ durable: true });
  server = await startServer({ databaseUrl: cluster.url });
  pid = server.pid;
  token = await api().signIn(server.admin);
  ninoId = crypto.randomUUID();
  expect((await api().call('POST', '/api/nino', { ...RECORDS.nino.example, _id: ninoId }, token)).status).toBe(201);
});

afterAll(async () => {
  expect(await server?.stop()).toBe(0);
  await cluster?.stop();
});

/** Saves and polls liveness during a fault. */
async function savingWhile(happens: () => Promise<void>) {
  const acknowledged: string[] = [];
  const others: { status: number; body: { message: unknown } }[] = [];
  let over = false;
  const watched = watchHealth(server.url);
  const writer = async () => {
    while (!over) {
      const _id = crypto.randomUUID();
      const answer = await save(_id);
      if (answer.status === 201) acknowledged.push(_id);
      else others.push(answer);
    }
  };
  const watcher = async () => {
    while (!over) {
      expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200);
      await lasting(20, 'the pause between two questions');
    }
  };
  const busy = [...Array.from({ length: WRITERS }, writer), watcher()];
  const more = (count: number) => {
    const enough = acknowledged.length + count;
    return until(() => acknowledged.length >= enough, `${enough} saves are acknowledged`);
  };
  await more(3 * WRITERS);
  await happens();
  // The first attempt must succeed.
  const first = await save(crypto.randomUUID());
  await more(3 * WRITERS);
  over = true;
  await Promise.all(busy);
  const { longest } = await watched();
  return { acknowledged, others, first, longest: longest.live };
}

describe.each<[string, () => Promise<void>]>([
  ['restart -m fast', () => cluster.restart('fast')],
  ['restart -m immediate', () => cluster.restart('immediate')],
  ['pg_terminate_backend, again and again', () => terminate(80)],
])('during saves: %s', (_what, happens) => {
  test('the process survives, requests in flight get 503, and the next save succeeds', async () => {
    // Files run side by side, so slowness caused by others is discounted.
    const slowed = await slowedBy();
    let slowest = 0;
    for (let round = 0; round < 3; round += 1) {
      const { acknowledged, others, first, longest } = await savingWhile(happens);
      expect(first.status).toBe(201);
      expect(acknowledged.length).toBeGreaterThan(0);
      for (const { status, body } of others) {
        expect(status).toBe(503);
        expect(body.message).toBe(ERRORS.unavailable.message);
      }
      slowest = Math.max(slowest, longest);
      expect(server.pid).toBe(pid);
      const { body } = await api().call('GET', `/api/control?ninoId=${ninoId}`, undefined, token);
      const stored = new Set((body as { _id: string }[]).map(({ _id }) => _id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
    await expectWithin(LIVE_WITHIN_MS, slowest, 'whether it lives', slowed);
    expect(server.output()).not.toMatch(/nobody caught|nobody handled/);
  });
});

test('connections broken during saves, more than the pool has, are all replaced', async () => {
  const client = await administrator();
  for (let round = 0; round < ROUNDS; round += 1) {
    // Every save waits for this child halfway through its writes.
    await client.query('begin');
    await client.query('select 1 from nino where _id = $1 for update', [ninoId]);
    const ids = Array.from({ length: SAVES }, () => crypto.randomUUID());
    const saves = ids.map((id) => save(id));
    await until(async () => {
      const { rows } = await client.query(WAITING);
      return rows[0].many === AT_ONCE;
    }, 'all that may be at the database wait for the child');
    await client.query(TERMINATE);
    await client.query('rollback');
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    // A save whose connection broke is repeated on another one, where the receipt recognises earlier writes.
    expect(statuses.filter((status) => status !== 503 && status !== 201)).toEqual([]);
    const { rows } = await client.query('select _id from control where _id = any($1)', [ids]);
    expect(rows.length).toBeGreaterThanOrEqual(statuses.filter((status) => status === 201).length);
    const noted = await client.query('select 1 from journal where about = any($1)', [ids]);
    expect(noted.rows).toHaveLength(rows.length);
    // No more than may be at the database, because a save that waits for its turn is refused after a while.
    for (let done = 0; done < SAVES; done += AT_ONCE) {
      const afterwards = await Promise.all(Array.from({ length: AT_ONCE }, () => save(crypto.randomUUID())));
      expect(afterwards.filter(({ status }) => status !== 201)).toEqual([]);
    }
  }
  await client.end();
});

test('503 has a Retry-After', async () => {
  await cluster.kill();
  const response = await fetch(`${server.url}/api/nino?limit=1`, { headers: { 'x-access-token': token } });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const slowed = await slowedBy();
  const started = performance.now();
  expect((await fetch(`${server.url}/api/health`)).status).toBe(503);
  await expectWithin(2_000, performance.now() - started, 'health', slowed);
  await cluster.restart();
  expect((await save(crypto.randomUUID())).status).toBe(201);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
});
