import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
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
  const asked = performance.now();
  const answer = await remoteApi(server.url).call(method, path, body, token);
  return { path, ...answer, ms: performance.now() - asked };
}
const get = (path: string) => timed('GET', path);

/** Each came within what is promised. */
async function expectSoon(promisedMs: number, answers: readonly { path: string; ms: number }[], slowed: number) {
  const [slowest] = answers.toSorted((one, other) => other.ms - one.ms);
  await expectWithin(promisedMs, slowest?.ms ?? 0, String(slowest?.path), slowed);
}

test.each([
  [
    'mujer',
    ['/api/mujer?limit=5'],
    ['/api/nino?limit=5', '/api/establecimiento', '/api/users', '/api/reportes/genero'],
  ],
  [
    'nino',
    ['/api/nino?limit=5', '/api/reportes/desnutricion?limit=5', '/api/seguimiento?limit=5'],
    ['/api/mujer?limit=5', '/api/establecimiento', '/api/users', '/api/roles'],
  ],
])(
  'while %s is locked its routes answer 503 within 5 s, and nothing else does',
  async (table, needing, others) => {
    const slowed = await slowedBy();
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    const _id = crypto.randomUUID();
    const save = () =>
      timed('POST', `/api/${table}`, { ...RECORDS[table as 'nino'].example, _id, cedula: _id.slice(0, 20) });
    const blocked = Promise.all(
      Array.from({ length: MANY }, (_, index) => [...needing.map(get), ...(index % 3 ? [] : [save()])]).flat(),
    );
    // Whoever comes while all of them wait.
    const passing = [];
    for (let round = 0; round < 3; round += 1)
      passing.push(...(await Promise.all([...others, '/api/health', '/api/health/live'].map(get))));
    const answers = await blocked;
    await holder.query('rollback');

    for (const { path, status } of passing) expect(status, path).toBe(200);
    await expectSoon(
      HEALTH_MS,
      passing.filter(({ path }) => path.startsWith('/api/health')),
      slowed,
    );
    for (const { path, status, body } of answers) {
      expect([path, status]).toEqual([path, 503]);
      expect((body as { message: string }).message).toBe(ERRORS.unavailable.message);
    }
    await expectSoon(REFUSED_MS, answers, slowed);
    // And at once everything works again.
    for (const { path, status } of await Promise.all(needing.map(get))) expect([path, status]).toEqual([path, 200]);
    expect((await save()).status).toBe(201);
  },
  120_000,
);

test('while nobody can be looked up, every call with a session is 503 within 5 s, and the process is well', async () => {
  const slowed = await slowedBy();
  await holder.query('begin');
  await holder.query('lock table usuario in access exclusive mode');
  const calls = Promise.all(Array.from({ length: MANY }, () => get('/api/nino?limit=5')));
  const signIns = Promise.all(Array.from({ length: 10 }, () => timed('POST', '/api/auth/signin', server.admin)));
  const asked = [];
  for (let round = 0; round < 3; round += 1)
    asked.push(...(await Promise.all(['/api/health', '/api/health/live'].map(get))));
  const answers = [...(await calls), ...(await signIns)];
  await holder.query('rollback');
  for (const { path, status } of asked) expect([path, status]).toEqual([path, 200]);
  await expectSoon(HEALTH_MS, asked, slowed);
  for (const { path, status } of answers) expect([path, status]).toEqual([path, 503]);
  await expectSoon(REFUSED_MS, answers, slowed);
  expect((await get('/api/nino?limit=5')).status).toBe(200);
});
