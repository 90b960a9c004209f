import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const ON_POSTGRES = process.env.TEST_DATABASE === 'postgres';
const WRITERS = 4;
const WRITES_BEFORE_THE_CUT = 60;

let cluster: Cluster | undefined;
let server: ServerProcess;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'libreta-crash-'));
  if (ON_POSTGRES) cluster = await startCluster({ durable: true });
  server = await startServer({ dataDir, ...(cluster ? { databaseUrl: cluster.url } : {}) });
}, 90_000);

afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Writes controls from several clients at once until the server is gone. @returns the ids that were acknowledged. */
async function writeUntilCut(token: string, ninoId: string, cut: () => Promise<void>): Promise<string[]> {
  const { call } = remoteApi(server.url);
  const acknowledged: string[] = [];
  let cutting: Promise<void> | undefined;
  const writer = async () => {
    for (;;) {
      const _id = crypto.randomUUID();
      const { status } = await call('POST', '/api/control', { ...RECORDS.control.example, _id, ninoId }, token);
      if (status !== 201) return;
      acknowledged.push(_id);
      if (acknowledged.length >= WRITES_BEFORE_THE_CUT) cutting ??= cut();
    }
  };
  await Promise.allSettled(Array.from({ length: WRITERS }, writer));
  await cutting;
  return acknowledged;
}

test('a server killed during a stream of writes keeps every write that it acknowledged', async () => {
  const { call, signIn } = remoteApi(server.url);
  const ninoId = crypto.randomUUID();
  const created = await call('POST', '/api/nino', { ...RECORDS.nino.example, _id: ninoId }, await signIn(server.admin));
  expect(created.status).toBe(201);
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const token = await signIn(server.admin);
    acknowledged.push(
      ...(await writeUntilCut(token, ninoId, async () => {
        await server.kill();
        await cluster?.kill();
      })),
    );
    await cluster?.restart();
    await server.restart();
  }
  const { body } = await call('GET', `/api/control?ninoId=${ninoId}`, undefined, await signIn(server.admin));
  const stored = new Set((body as { _id: string }[]).map(({ _id }) => _id));
  expect(acknowledged.length).toBeGreaterThanOrEqual(3 * WRITES_BEFORE_THE_CUT);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
}, 120_000);

if (ON_POSTGRES) {
  test('a server outlives a restart of its PostgreSQL: 503 meanwhile, then it works again', async () => {
    const { call, signIn } = remoteApi(server.url);
    const token = await signIn(server.admin);
    await cluster?.kill();
    const meanwhile = await call('GET', '/api/nino?limit=1', undefined, token);
    expect(meanwhile.status).toBe(503);
    expect((await call('GET', '/api/health')).status).toBe(503);
    await cluster?.restart();
    let after = await call('GET', '/api/nino?limit=1', undefined, token);
    for (let tries = 0; after.status !== 200 && tries < 50; tries += 1) {
      await wait(100);
      after = await call('GET', '/api/nino?limit=1', undefined, token);
    }
    expect(after.status).toBe(200);
  }, 60_000);
}
