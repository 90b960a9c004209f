import { once } from 'node:events';
import { get } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { openDatabase } from '#server/db/connect.ts';
import { reportFault } from '../support/fault-report.ts';
import { expectHealthy, watchHealth } from '../support/health-watch.ts';
import { manyWomen } from '../support/many-women.ts';
import { slowedBy } from '../support/others-share.ts';
import { randomMoment } from '../support/passing-time.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { speak } from '../support/raw-http.ts';
import { remoteApi } from '../support/remote-api.ts';
import { createServerInspector } from '../support/server-inspector.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const WOMEN = 20_000;
const ROUNDS = 4;
const AT_ONCE = 60;
const CONNECTIONS = 20;
const MORE_BYTES = 12 * 1024 * 1024;

const inside = createServerInspector();
let cluster: Cluster;
let server: ServerProcess;
let token: string;
let watcher: pg.Client;
beforeAll(async () => {
  cluster = await startCluster({ durable: true });
  server = await startServer({ databaseUrl: cluster.url, env: inside.env });
  const database = await openDatabase({ url: cluster.url });
  await manyWomen(database, WOMEN);
  await database.close();
  token = await remoteApi(server.url).signIn(server.admin);
  watcher = new pg.Client({ connectionString: cluster.url });
  await watcher.connect();
});
afterAll(async () => {
  await watcher?.end();
  await server?.stop();
  await cluster?.stop();
  inside.remove();
});

/** Disconnects after the first bytes. */
async function leaveExport(path: string): Promise<void> {
  const request = get(`${server.url}${path}`, { headers: { 'x-access-token': token }, agent: false });
  request.on('error', () => {});
  const [response] = await once(request, 'response');
  response.on('error', () => {});
  await once(response, 'data');
  request.destroy();
}

/** Disconnects before the export starts. */
async function leaveAtOnce(path: string): Promise<void> {
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nx-access-token: ${token}\r\n\r\n`;
  const { socket, closed } = speak(server.url, head);
  await once(socket, 'connect');
  await randomMoment(20);
  socket.resetAndDestroy();
  await closed;
}

/** Disconnects after sending this part of the body, without waiting for the answer. */
async function leaveUpload(part: number): Promise<void> {
  const _id = crypto.randomUUID();
  const body = JSON.stringify({ ...RECORDS.nino.example, _id, cedula: _id.slice(0, 20) });
  const head = `POST /api/nino HTTP/1.1\r\nHost: x\r\nx-access-token: ${token}\r\nContent-Type: application/json\r\n`;
  const sent = body.slice(0, Math.ceil(body.length * part));
  const { socket, closed } = speak(server.url, `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${sent}`);
  await once(socket, 'connect');
  await randomMoment(20);
  socket.resetAndDestroy();
  await closed;
}

const WAYS = [
  () => leaveExport('/api/mujer/exportar.xlsx'),
  () => leaveExport('/api/mujer/exportar.csv'),
  () => leaveExport('/api/mujer'),
  () => leaveAtOnce('/api/mujer/exportar.xlsx'),
  () => leaveUpload(0.5),
  () => leaveUpload(1),
];

/** Connections of the application with an open transaction or statement. */
async function busyConnections(): Promise<{ busy: number; all: number }> {
  const { rows } =
    await watcher.query(`select count(*) filter (where state <> 'idle')::int as busy, count(*)::int as all
    from pg_stat_activity where application_name = 'libreta'`);
  return rows[0];
}

test('clients disconnect during uploads and exports', async () => {
  const round = async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => WAYS[number % WAYS.length]?.()));
    await expect.poll(busyConnections).toMatchObject({ busy: 0 });
    return inside.held();
  };
  const slowed = await slowedBy();
  const endWatch = watchHealth(server.url);
  await round();
  // A first complete run fills the caches.
  await round();
  const before = await round();
  for (let more = 0; more < ROUNDS; more += 1) await round();
  const watched = await endWatch();
  const { longest } = watched;
  await expect.poll(busyConnections).toMatchObject({ busy: 0 });
  const { busy, all } = await busyConnections();
  expect(all).toBeLessThanOrEqual(CONNECTIONS);
  const resources = async () => (await inside.held()).resources;
  await expect.poll(resources).toBeLessThanOrEqual(before.resources + CONNECTIONS);
  const after = await inside.held();
  expect(after.bytes - before.bytes).toBeLessThan(MORE_BYTES);
  await expectHealthy(watched, 'PostgreSQL', slowed);
  const { rows: cursors } = await watcher.query('select 1 from pg_cursors');
  expect(cursors).toEqual([]);
  const whole = await fetch(`${server.url}/api/mujer/exportar.csv`, { headers: { 'x-access-token': token } });
  expect((await whole.text()).trimEnd().split('\r\n')).toHaveLength(WOMEN + 1);
  const megabytes = ((after.bytes - before.bytes) / 1024 / 1024).toFixed(1);
  reportFault({
    fault: 'clients that vanish',
    what: `${ROUNDS} rounds of ${AT_ONCE} at once leave uploads and exports of ${WOMEN} women; afterwards ${busy} connections busy, ${after.resources - before.resources} handles more, ${megabytes} MB more`,
    refused: 'nothing',
    ...longest,
  });
});
