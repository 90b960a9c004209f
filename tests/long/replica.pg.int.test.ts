import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { readConfig } from '#server/base/config.ts';
import { MAX_LAG_MS } from '#server/db/replica-state.ts';
import { closeAll, type RunningServer, start } from '#server/start/start.ts';
import { freePort } from '../support/free-port.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { type Cluster, type Standby, startCluster, startStandby } from '../support/postgres-cluster.ts';
import { askMetrics } from '../support/prometheus.ts';
import { remoteApi } from '../support/remote-api.ts';
import { startProxy, type TcpProxy, urlThroughProxy } from '../support/tcp-proxy.ts';

const ADMIN = { cedula: '1710034065', password: 'Administra2026' };
/** Limit for a report while its replica fails: one check, and the report on the main database. */
const SOON_MS = 5_000;

let primary: Cluster;
let standby: Standby;
let proxy: TcpProxy;
let dataDir: string;
let running: RunningServer;
let api: ReturnType<typeof remoteApi>;
let token: string;
let metricsUrl: string;

async function sql(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  primary = await startCluster({ durable: true });
  standby = await startStandby(primary);
  // Asynchronous replication, because the tests make it fall behind.
  await sql(primary.url, 'alter system reset synchronous_standby_names', 'select pg_reload_conf()');
  // The application's own role, because checks of a replica may need no more rights.
  await sql(primary.url, `create role app login password 'app'`, 'create database libreta owner app');
  proxy = await startProxy(Number(new URL(standby.url).port));
  dataDir = mkdtempSync(join(tmpdir(), 'libreta-replica-'));
  const asApp = (url: string) =>
    Object.assign(new URL(url), { username: 'app', password: 'app', pathname: '/libreta' }).href;
  const metricsPort = await freePort();
  running = await start(
    readConfig({
      PORT: '0',
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ADMIN_CEDULA: ADMIN.cedula,
      ADMIN_PASSWORD: ADMIN.password,
      DATABASE_URL: asApp(primary.url),
      DATABASE_REPLICA_URL: urlThroughProxy(asApp(standby.url), proxy),
    }),
  );
  api = remoteApi(running.address);
  token = await api.signIn(ADMIN);
  metricsUrl = `http://127.0.0.1:${metricsPort}`;
});
afterAll(async () => {
  await running?.app.close();
  await closeAll(running?.databases ?? []);
  await proxy?.close();
  await standby?.stop();
  await primary?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = async (path: string) => {
  const { status, body } = await api.call('GET', path, undefined, token);
  expect(status, path).toBe(200);
  return body;
};
const reported = async () => (await get('/api/reportes/tablero')).total;
const listed = async () => (await get('/api/nino')).length;
const readBy = async () => (await get('/api/health')).reports;
const metric = async (name: string) => (await askMetrics(metricsUrl)).value(name);
const until = (what: () => Promise<unknown>) => expect.poll(what, { interval: 50 });
const saveChild = async () => {
  const _id = crypto.randomUUID();
  const child = { ...RECORDS.nino.example, cedula: _id.slice(0, 20), _id };
  expect((await api.call('POST', '/api/nino', child, token)).status).toBe(201);
};

const CHECKS = `select query_start from pg_stat_activity
  where query ~ 'pg_last_wal_replay_lsn' and pid <> pg_backend_pid() order by query_start desc limit 1`;

/** Waits for further complete checks of the replica. @param look called after each */
async function throughChecks(url: string, { times = 0, lastingMs = 0 }, look: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const begun: number[] = [];
  const another = async () => {
    const { rows } = await client.query<{ query_start: Date }>(CHECKS);
    const at = rows[0]?.query_start.getTime() ?? 0;
    return at > (begun.at(-1) ?? 0) && begun.push(at) > 0;
  };
  // A check begins after the previous one has ended.
  const seen = () => begun.length > times + 1 && Number(begun.at(-1)) - Number(begun[1]) > lastingMs;
  try {
    while (!seen()) {
      await until(another).toBe(true);
      await look();
    }
  } finally {
    await client.end();
  }
}

/** Requests reports continuously during a fault and expects each to succeed soon. */
async function reporting(during: () => Promise<void>): Promise<void> {
  const slowed = await slowedBy();
  const requests = { count: 0, slowest: 0 };
  let over = false;
  const ask = async () => {
    while (!over) {
      const began = performance.now();
      await reported();
      requests.count += 1;
      requests.slowest = Math.max(requests.slowest, performance.now() - began);
    }
  };
  const asking = Promise.all([ask(), ask(), ask()]);
  try {
    await during();
  } finally {
    over = true;
    await asking;
  }
  expect(requests.count).toBeGreaterThan(10);
  await expectWithin(SOON_MS, requests.slowest, 'the slowest report', slowed);
}

it('reports read the replica, and everything else shows a save at once', async () => {
  await until(readBy).toBe('replica');
  await saveChild();
  await until(reported).toBe(1);
  await until(() => metric('libreta_reports_from_replica')).toBe(1);
  await until(() => metric('libreta_replica_behind_seconds')).toBeLessThan(5);
  await until(async () => {
    await sql(standby.url, 'select pg_wal_replay_resume()');
    await until(readBy).toBe('replica');
    const before = await listed();
    await until(reported).toBe(before);
    await sql(standby.url, 'select pg_wal_replay_pause()');
    await saveChild();
    const seen = [(await listed()) - before, (await reported()) - before];
    // On a busy machine the replica may already be skipped.
    return (await readBy()) === 'replica' && seen;
  }).toEqual([1, 0]);
});

it('a replica too far behind is skipped without an error', async () => {
  await until(readBy).toBe('main');
  expect(await reported()).toBe(await listed());
  expect(await metric('libreta_reports_from_replica')).toBe(0);
  await sql(standby.url, 'select pg_wal_replay_resume()');
  await until(readBy).toBe('replica');
  expect(await reported()).toBe(await listed());
});

it('a replica that dies during reports fails none of them', async () => {
  await reporting(async () => {
    await standby.kill();
    await until(readBy).toBe('main');
    expect(await metric('libreta_replica_behind_seconds')).toBeUndefined();
    await standby.restart();
    await until(readBy).toBe('replica');
  });
});

it('an unreachable replica fails no report and is used again when it is back', async () => {
  await reporting(async () => {
    proxy.freeze();
    await until(readBy).toBe('main');
    await saveChild();
    await until(reported).toBe(await listed());
    proxy.thaw();
    await until(readBy).toBe('replica');
  });
  // Hung connections are closed eventually.
  await until(async () => {
    const { value } = await askMetrics(metricsUrl);
    const ofReplica = (state: string) => value('libreta_database_connections', { database: 'replica', state }) ?? 0;
    return ofReplica('total') - ofReplica('idle');
  }).toBe(0);
});

it('a main database that became read-only counts as unavailable', async () => {
  const setAll = (value: string) =>
    sql(primary.url, `alter system set default_transaction_read_only = ${value}`, 'select pg_reload_conf()');
  const save = async () => {
    const child = { ...RECORDS.nino.example, _id: crypto.randomUUID(), cedula: crypto.randomUUID().slice(0, 20) };
    return (await api.call('POST', '/api/nino', child, token)).status;
  };
  await setAll('on');
  await until(save).toBe(503);
  await setAll('off');
  await until(save).toBe(201);
  await until(reported).toBe(await listed());
});

it('an idle database does not make its replica appear behind', async () => {
  await until(() => metric('libreta_replica_behind_seconds')).toBeLessThan(2.5);
  // Longer than a replica may be behind.
  await throughChecks(standby.url, { lastingMs: MAX_LAG_MS }, async () => {
    // On a busy machine a check may fail, and the replica is skipped until the next one.
    const behind = (await metric('libreta_replica_behind_seconds')) ?? 0;
    expect(behind).toBeLessThan(MAX_LAG_MS / 1_000);
  });
  await until(readBy).toBe('replica');
});

it('a database of another cluster is not accepted as a replica', async () => {
  const foreign = await startCluster({ durable: false });
  try {
    proxy.lead(Number(new URL(foreign.url).port));
    await sql(foreign.url, `create role app login password 'app'`, 'create database libreta owner app');
    proxy.cut();
    await until(readBy).toBe('main');
    await throughChecks(foreign.url, { times: 3 }, async () =>
      expect([await readBy(), await reported()]).toEqual(['main', await listed()]),
    );
  } finally {
    proxy.lead(Number(new URL(standby.url).port));
    proxy.cut();
    await foreign.stop();
  }
  await until(readBy).toBe('replica');
});
