import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectHealthy } from '../support/health-watch.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const MANY = 60;
const HEALTH_MS = 2_000;
const REFUSED_MS = 5_000;

let cluster: Cluster;
let server: ServerProcess;
let token: string;
let holder: pg.Client;

beforeAll(async () => {
  cluster = await startCluster({ durable: false });
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

async function timed(method: string, path: string, body?: unknown) {
  const started = performance.now();
  const { status } = await remoteApi(server.url).call(method, path, body, token);
  return { path, status, ms: performance.now() - started };
}
const get = (path: string) => timed('GET', path);

/** Expects every answer within the promised time. */
async function expectSoon(promisedMs: number, answers: readonly { path: string; ms: number }[], slowed: number) {
  const [slowest] = answers.toSorted((one, other) => other.ms - one.ms);
  await expectWithin(promisedMs, slowest?.ms ?? 0, String(slowest?.path), slowed);
}

test('with the user table locked every call with a session gets 503 within 5 s, and the process stays alive', async () => {
  const slowed = await slowedBy();
  await holder.query('begin');
  await holder.query('lock table usuario in access exclusive mode');
  const calls = Promise.all(Array.from({ length: MANY }, () => get('/api/nino?limit=5')));
  const signIns = Promise.all(Array.from({ length: 10 }, () => timed('POST', '/api/auth/signin', server.admin)));
  const healthAnswers = [];
  for (let round = 0; round < 3; round += 1)
    healthAnswers.push(...(await Promise.all(['/api/health', '/api/health/live'].map(get))));
  const answers = [...(await calls), ...(await signIns)];
  await holder.query('rollback');
  for (const { path, status, ms } of healthAnswers)
    if (path === '/api/health')
      await expectHealthy({ statuses: { [status]: 1 }, soonestRefusal: ms }, 'PostgreSQL', slowed);
    else expect([path, status]).toEqual([path, 200]);
  await expectSoon(HEALTH_MS, healthAnswers, slowed);
  for (const { path, status } of answers) expect([path, status]).toEqual([path, 503]);
  await expectSoon(REFUSED_MS, answers, slowed);
  expect((await get('/api/nino?limit=5')).status).toBe(200);
});
