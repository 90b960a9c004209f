import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { reportFault } from '../support/fault-report.ts';
import { watchHealth } from '../support/health-watch.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

/** Ten times the connections that there are. */
const AT_ONCE = 200;
const CLEAR_ANSWER_MS = 5_000;
const NEEDING = ['/api/nino?limit=5', '/api/seguimiento?limit=5', '/api/reportes/desnutricion?limit=5'];
const OTHERS = ['/api/mujer?limit=5', '/api/establecimiento', '/api/users', '/api/roles'];

let cluster: Cluster;
let server: ServerProcess;
let token: string;
let holder: pg.Client;
beforeAll(async () => {
  cluster = await startCluster({ durable: true });
  server = await startServer({ databaseUrl: cluster.url });
  token = await remoteApi(server.url).signIn(server.admin);
  holder = new pg.Client({ connectionString: cluster.url });
  await holder.connect();
});
afterAll(async () => {
  await holder?.end();
  await server?.stop();
  await cluster?.stop();
});

async function get(path: string) {
  const asked = performance.now();
  const { status, body } = await remoteApi(server.url).call('GET', path, undefined, token);
  return { path, status, message: body.message, ms: performance.now() - asked };
}

test('somebody locks a table, and many times as many requests need it as there are connections', async () => {
  const slowed = await slowedBy();
  await holder.query('begin');
  await holder.query('lock table nino in access exclusive mode');
  const endWatch = watchHealth(server.url);
  const blocked = Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => get(String(NEEDING[index % NEEDING.length]))),
  );
  const passing = [];
  for (let round = 0; round < 3; round += 1) passing.push(...(await Promise.all(OTHERS.map(get))));
  const answers = await blocked;
  // Whoever comes later, while it is still locked.
  answers.push(...(await Promise.all(NEEDING.map(get))));
  const { longest, statuses } = await endWatch();
  await holder.query('rollback');
  const mended = performance.now();
  for (const { path, status } of await Promise.all(NEEDING.map(get))) expect([path, status]).toEqual([path, 200]);
  const worksAfter = (performance.now() - mended) / 1_000;

  for (const { path, status, message } of answers)
    expect([path, status, message]).toEqual([path, 503, ERRORS.unavailable.message]);
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  await expectWithin(CLEAR_ANSWER_MS, slowest, 'the slowest refusal', slowed);
  for (const { path, status } of passing) expect([path, status]).toEqual([path, 200]);
  expect(Object.keys(statuses)).toEqual(['200']);
  await expectWithin(2_000, longest.health, 'health', slowed);
  reportFault({
    fault: 'connections exhausted by a locked table',
    what: `${AT_ONCE} requests at once that need it, 20 connections; ${passing.length} of ${passing.length} others answered`,
    refused: `503 ×${answers.length}, the slowest after ${(slowest / 1_000).toFixed(1)} s`,
    ...{ worksAfter, ...longest },
  });
});
