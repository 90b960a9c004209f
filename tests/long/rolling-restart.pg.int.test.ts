import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const SAVING = 3;
const READING = 3;

let cluster: Cluster;
let balancer: Balancer;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  cluster = await startCluster({ durable: false });
  // Longer than a balancer needs to notice, also on a busy machine.
  const env = { STOP_DELAY_SECONDS: '5', JWT_SECRET: 'Kx9w2pL7mQ4vT8zR1cY6bN3jH5gF0dSaWeUiOqXy', LOG_LEVEL: 'warn' };
  for (const _ of ['one', 'other']) servers.push(await startServer({ databaseUrl: cluster.url, env }));
  balancer = await startBalancer(servers.map(({ url }) => url));
  await balancer.sendsTo(2);
});
afterAll(async () => {
  await balancer?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await cluster?.stop();
});

test('replacing each process in turn during work fails no request', async () => {
  const [first] = servers as [ServerProcess];
  const { call, signIn } = remoteApi(balancer.url);
  const token = await signIn(first.admin);
  // A child for each saver, since saves of one child wait for each other.
  const children = Array.from({ length: SAVING }, () => crypto.randomUUID());
  for (const _id of children) {
    const child = { ...RECORDS.nino.example, _id, cedula: _id.slice(0, 20) };
    expect((await call('POST', '/api/nino', child, token)).status).toBe(201);
  }

  const saved: string[] = [];
  const failed: string[] = [];
  let requests = 0;
  let over = false;
  const one = async (method: string, path: string, expected: number, body?: object) => {
    requests += 1;
    const { status, body: answerBody } = await call(method, path, body, token).catch((error: Error) => ({
      status: 0,
      body: { message: `${error.message} (${error.cause})` },
    }));
    if (status !== expected) failed.push(`${method} ${path}: ${status} ${answerBody.message}`);
    return status === expected;
  };
  const saving = async (ninoId: string) => {
    while (!over) {
      const _id = crypto.randomUUID();
      if (await one('POST', '/api/control', 201, { ...RECORDS.control.example, _id, ninoId })) saved.push(_id);
    }
  };
  const reading = async () => {
    while (!over) for (const path of ['/api/nino?limit=20', `/api/nino/${children[0]}`, '/']) await page(path);
  };
  const page = async (path: string) => {
    if (path !== '/') return one('GET', path, 200);
    requests += 1;
    const answer = await fetch(balancer.url).then(
      async (came) => `${came.status} ${await came.text()}`,
      (error: Error) => `${error.message} (${error.cause})`,
    );
    if (!/^200 .*<div id="root">/s.test(answer)) failed.push(`GET /: ${answer.slice(0, 200)}`);
    return true;
  };
  const working = Promise.all([...children.map(saving), ...Array.from({ length: READING }, reading)]);

  const before = servers.map(({ pid }) => pid);
  try {
    for (const server of servers) {
      await server.restart();
      await balancer.sendsTo(2);
    }
  } finally {
    over = true;
    await working;
  }
  expect(servers.every(({ pid }, index) => pid !== before[index])).toBe(true);
  expect(failed).toEqual([]);
  expect(requests).toBeGreaterThan(200);
  const stored: string[] = [];
  for (const ninoId of children) {
    const { body } = await call('GET', `/api/control?ninoId=${ninoId}`, undefined, token);
    stored.push(...body.map(({ _id }: { _id: string }) => _id));
  }
  expect(stored.sort()).toEqual(saved.sort());
});

test('a stopping process fails its health check and answers other requests until it stops', async () => {
  // The second signal ends the delay, however long it is.
  const server = await startServer({ databaseUrl: cluster.url, env: { STOP_DELAY_SECONDS: '300' } });
  servers.push(server);
  const token = await remoteApi(server.url).signIn(server.admin);
  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-access-token': token } });
  expect((await ask('/api/health')).status).toBe(200);
  process.kill(server.pid, 'SIGTERM');
  await expect.poll(async () => (await ask('/api/health')).status).toBe(503);
  const [health, live, list] = await Promise.all(['/api/health', '/api/health/live', '/api/nino?limit=1'].map(ask));
  expect(health?.headers.get('retry-after')).toBe('10');
  expect([live?.status, list?.status]).toEqual([200, 200]);
  // Keep-alive clients must not find the connection closed under their next request.
  expect(list?.headers.get('connection')).toBe('close');
  expect(await server.stop()).toBe(1);
});
