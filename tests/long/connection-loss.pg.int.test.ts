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

/** Simultaneous saves of one kind, limited by plugins/fair-share.ts. */
const AT_ONCE = 6;
/** One less, so that a further save does not wait for its turn. */
const WRITERS = AT_ONCE - 1;
const SAVES = 25;
/** Enough rounds to lose more connections than the pool has: 24 of 20. */
const ROUNDS = 4;
const LIVE_WITHIN_MS = 1_000;

let cluster: Cluster;
let server: ServerProcess;
let token: string;
/** As many as there are simultaneous saves, because saves of one child wait for each other. */
let children: string[];
let pid: number;

const api = () => remoteApi(server.url);
const save = (_id: string, child: number) =>
  api().call('POST', '/api/control', { ...RECORDS.control.example, _id, ninoId: children[child] }, token) as Promise<{
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

/** The advisory lock that each save waits for halfway through its writes, longer than it waits for locks otherwise. */
const GATE = 7701;
const GATED = `
  create function wait_at_gate() returns trigger language plpgsql set lock_timeout = '60s' as $$ begin
    perform pg_advisory_xact_lock_shared(${GATE});
    return new;
  end $$;
  create trigger wait_at_gate before insert on control for each row execute function wait_at_gate()`;

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
  children = Array.from({ length: AT_ONCE }, () => crypto.randomUUID());
  for (const _id of children) {
    const child = { ...RECORDS.nino.example, _id, cedula: _id.slice(0, 20) };
    expect((await api().call('POST', '/api/nino', child, token)).status).toBe(201);
  }
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
  const writer = async (_: unknown, child: number) => {
    while (!over) {
      const _id = crypto.randomUUID();
      const answer = await save(_id, child);
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
  const first = await save(crypto.randomUUID(), WRITERS);
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
      const stored = new Set<string>();
      for (const ninoId of children) {
        const { body } = await api().call('GET', `/api/control?ninoId=${ninoId}`, undefined, token);
        for (const { _id } of body as { _id: string }[]) stored.add(_id);
      }
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
    await expectWithin(LIVE_WITHIN_MS, slowest, 'whether it lives', slowed);
    expect(server.output()).not.toMatch(/nobody caught|nobody handled/);
  });
});

test('connections broken during saves, more than the pool has, are all replaced', async () => {
  const client = await administrator();
  // A transaction sees other connections as they were at its first look.
  const watcher = await administrator();
  await client.query(GATED);
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${GATE})`);
    const ids = Array.from({ length: SAVES }, () => crypto.randomUUID());
    const saves = ids.map((id, at) => save(id, at % AT_ONCE));
    await until(async () => {
      const { rows } = await watcher.query(WAITING);
      return rows[0].many === AT_ONCE;
    }, 'all that may be at the database wait in the middle of their save');
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
      const afterwards = await Promise.all(children.map((_, child) => save(crypto.randomUUID(), child)));
      expect(afterwards.filter(({ status }) => status !== 201)).toEqual([]);
    }
  }
  for (const one of [client, watcher]) await one.end();
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
  expect((await save(crypto.randomUUID(), 0)).status).toBe(201);
  // Its connection is opened anew, for which it waits no longer than for any answer.
  await expect.poll(async () => (await fetch(`${server.url}/api/health`)).status).toBe(200);
});
