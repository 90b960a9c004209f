import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { askMetrics } from '../support/prometheus.ts';
import { refusedStart } from '../support/refused-start.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

/** Metrics that are missing while the database is away. */
const DATABASE_METRICS = [
  'libreta_figure_changes_waiting',
  'libreta_figure_changes_oldest_seconds',
  'libreta_measuring_changes_waiting',
  'libreta_measuring_changes_oldest_seconds',
  'libreta_journal_entries_unsealed',
  'libreta_journal_unsealed_oldest_seconds',
];
const SOON_MS = 4_000;

let cluster: Cluster;
/** Two processes on one database; the second one reads reports as if from a replica. */
const servers: ServerProcess[] = [];
const urls: string[] = [];
beforeAll(async () => {
  cluster = await startCluster({ durable: false });
  for (const more of [{}, { DATABASE_REPLICA_URL: cluster.url }]) {
    const port = await freePort();
    const env = { METRICS_PORT: String(port), JWT_SECRET: 'Kx9w2pL7mQ4vT8zR1cY6bN3jH5gF0dSaWeUiOqXy', ...more };
    servers.push(await startServer({ databaseUrl: cluster.url, env }));
    urls.push(`http://127.0.0.1:${port}`);
  }
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await cluster?.stop();
});

const ask = (process = 0) => askMetrics(urls[process] ?? '');
/** Reads the metrics, which must come soon in any fault. */
async function askSoon(slowness?: number) {
  const slowed = slowness ?? (await slowedBy());
  const metrics = await ask();
  await expectWithin(SOON_MS, metrics.ms, 'the metrics', slowed);
  return metrics;
}
const answers = async () => (await ask()).value('libreta_database_answers', { database: 'main' });
const databaseIsUp = async () => {
  const { value } = await ask();
  return DATABASE_METRICS.every((name) => value(name) !== undefined) && value('libreta_database_answers') === 1;
};

it('each of two processes has its own port and figures', async () => {
  const [server] = servers as [ServerProcess];
  const labels = { method: 'GET', route: '/api/health/live', status: '200' };
  const counted = async (process: number) =>
    (await ask(process)).value('libreta_http_request_duration_seconds_count', labels) ?? 0;
  const before = [await counted(0), await counted(1)];
  for (let turn = 0; turn < 5; turn += 1) await remoteApi(server.url).call('GET', '/api/health/live');
  await expect.poll(() => counted(0)).toBe((before[0] ?? 0) + 5);
  expect(await counted(1)).toBe(before[1]);
  expect((await ask(0)).value('libreta_database_answers', { database: 'replica' })).toBeUndefined();
  await expect.poll(async () => (await ask(1)).value('libreta_database_answers', { database: 'replica' })).toBe(1);
  const port = new URL(urls[0] ?? '').port;
  const refused = await refusedStart({ DATABASE_URL: cluster.url, METRICS_PORT: port });
  expect(refused).toEqual({ code: 1, lines: [`El puerto ${port} ya está en uso. Elige otro con METRICS_PORT.`] });
});

it('with every connection in use the metrics answer at once and show it', async () => {
  const [{ url, admin }] = servers as [ServerProcess];
  const token = await remoteApi(url).signIn(admin);
  const holder = new pg.Client({ connectionString: cluster.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table usuario in access exclusive mode');
  const slowed = await slowedBy();
  let over = false;
  // Each is refused after a while and asks again.
  const others = Array.from({ length: 60 }, async () => {
    while (!over) await remoteApi(url).call('GET', '/api/nino?limit=5', undefined, token);
  });
  // The burst first waits for the connections that are open, and only then has the others opened.
  await expect
    .poll(async () => {
      const { value } = await askSoon(slowed);
      const connections = (state: string) => value('libreta_database_connections', { database: 'main', state }) ?? 0;
      const missing = DATABASE_METRICS.filter((name) => value(name) === undefined);
      return { total: connections('total'), someWait: connections('waiting') > 0, missing };
    })
    .toEqual({ total: 20, someWait: true, missing: [] });
  over = true;
  await holder.query('rollback');
  await holder.end();
  await Promise.all(others);
});

it('with a counted table locked only its figures are missing', async () => {
  const holder = new pg.Client({ connectionString: cluster.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table figure_change in access exclusive mode');
  const slowed = await slowedBy();
  await expect
    .poll(async () => {
      const { value } = await askSoon(slowed);
      const missing = DATABASE_METRICS.filter((name) => value(name) === undefined);
      return { answers: value('libreta_database_answers'), missing };
    })
    .toEqual({ answers: 1, missing: ['libreta_figure_changes_waiting', 'libreta_figure_changes_oldest_seconds'] });
  await holder.query('rollback');
  await holder.end();
  await expect.poll(databaseIsUp).toBe(true);
});

it('with a frozen database the metrics answer without its figures', async () => {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'libreta%'`,
  );
  await client.end();
  const frozen = [cluster.pid, ...rows.map(({ pid }) => pid)];
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      const { value, status } = await askSoon();
      expect(status).toBe(200);
      expect(value('libreta_database_answers', { database: 'main' })).toBe(0);
      for (const name of DATABASE_METRICS) expect(value(name), name).toBeUndefined();
      expect(value('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
  }
  await expect.poll(databaseIsUp).toBe(true);
});

it('the metrics follow a database that stops and starts again', async () => {
  await cluster.kill();
  // Values read just before may still be shown.
  await expect.poll(answers).toBe(0);
  const shown = async () => {
    const { value } = await ask();
    return DATABASE_METRICS.filter((name) => value(name) !== undefined);
  };
  await expect.poll(shown).toEqual([]);
  const { value } = await askSoon();
  expect(value('libreta_password_turns_waiting')).toBe(0);
  await cluster.restart();
  await expect.poll(answers).toBe(1);
  await expect.poll(databaseIsUp).toBe(true);
});
