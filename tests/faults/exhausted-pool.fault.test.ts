import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { reportFault } from '../support/fault-report.ts';
import { expectHealthy, watchHealth } from '../support/health-watch.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

/** Ten times the number of connections. */
const AT_ONCE = 200;
const CLEAR_ANSWER_MS = 5_000;
/** Tables with the calls that need them and calls that do not. */
const TABLES = [
  {
    table: 'nino',
    lists: ['/api/nino?limit=5', '/api/seguimiento?limit=5', '/api/reportes/desnutricion?limit=5'],
    others: ['/api/mujer?limit=5', '/api/establecimiento', '/api/users', '/api/roles'],
  },
  {
    table: 'mujer',
    lists: ['/api/mujer?limit=5'],
    others: ['/api/nino?limit=5', '/api/establecimiento', '/api/users', '/api/reportes/genero'],
  },
] as const;

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

async function timed(method: string, path: string, body?: unknown) {
  const started = performance.now();
  const answer = await remoteApi(server.url).call(method, path, body, token);
  return { path, status: answer.status, message: answer.body.message, ms: performance.now() - started };
}
const get = (path: string) => timed('GET', path);

test.each(TABLES)(
  'a lock on $table holds ten times more requests than there are connections',
  async ({ table, lists, others }) => {
    const save = () => {
      const _id = crypto.randomUUID();
      return timed('POST', `/api/${table}`, { ...RECORDS[table].example, _id, cedula: _id.slice(0, 20) });
    };
    /** Every fifth request is a save, the others are lists and reports. */
    const needing = (index: number) => (index % 5 ? get(String(lists[index % lists.length])) : save());
    const slowed = await slowedBy();
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    const endWatch = watchHealth(server.url);
    const blocked = Promise.all(Array.from({ length: AT_ONCE }, (_, index) => needing(index)));
    const passing = [];
    for (let round = 0; round < 3; round += 1) passing.push(...(await Promise.all(others.map(get))));
    const answers = await blocked;
    // Later requests during the same lock.
    answers.push(...(await Promise.all([...lists.map(get), save()])));
    const watched = await endWatch();
    const { longest } = watched;
    await holder.query('rollback');
    const mended = performance.now();
    for (const { path, status } of await Promise.all(lists.map(get))) expect([path, status]).toEqual([path, 200]);
    expect((await save()).status).toBe(201);
    const worksAfter = (performance.now() - mended) / 1_000;

    for (const { path, status, message } of answers)
      expect([path, status, message]).toEqual([path, 503, ERRORS.unavailable.message]);
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    await expectWithin(CLEAR_ANSWER_MS, slowest, 'the slowest refusal', slowed);
    for (const { path, status } of passing) expect([path, status]).toEqual([path, 200]);
    await expectHealthy(watched, 'PostgreSQL', slowed);
    await expectWithin(2_000, longest.health, 'health', slowed);
    await expectWithin(2_000, longest.live, 'live', slowed);
    reportFault({
      fault: `connections exhausted by a locked table, ${table}`,
      what: `${AT_ONCE} requests at once that need it, a fifth of them saves, 20 connections; ${passing.length} of ${passing.length} others answered`,
      refused: `503 ×${answers.length}, the slowest after ${(slowest / 1_000).toFixed(1)} s`,
      ...{ worksAfter, ...longest },
    });
  },
);
