import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { reportLedger } from '../support/fault-report.ts';
import { keepLedger } from '../support/ledger.ts';
import { lasting, until } from '../support/passing-time.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { refusedStart } from '../support/refused-start.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { type SmallDisk, smallDisk } from '../support/small-disk.ts';

const FULL_MS = 4_000;
const NO_SPACE = { message: ERRORS.noSpace.message };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A real file system that fills up. */
async function diskOf(megabytes: number): Promise<SmallDisk> {
  const disk = await smallDisk(megabytes);
  ends.push(disk.remove);
  return disk;
}

/** Expects reading and signing in, or one of them, to work. */
async function expectReadable(server: ServerProcess, token: string): Promise<void> {
  const { call } = remoteApi(server.url);
  expect((await call('GET', '/api/nino?limit=5', undefined, token)).status).toBe(200);
  expect((await call('GET', '/api/health/live')).status).toBe(200);
}

test('the disk of the embedded database fills up during saves', async () => {
  const fault = 'the disk is full, embedded';
  const disk = await diskOf(500);
  const dataDir = join(disk.path, 'datos');
  const server = await startServer({ dataDir });
  ends.push(() => server.kill());
  const ledger = await keepLedger(server);
  const worksAfter = [];
  // Room for running requests, no room at all, and full during a long transaction and its log.
  for (const left of [50, 0, 3, 0]) {
    await ledger.progress(30);
    disk.fill(left);
    await lasting(FULL_MS, 'the fault');
    await expectReadable(server, ledger.token);
    expect((await remoteApi(server.url).call('GET', '/api/health')).body).toEqual({ status: 'noSpace', ...NO_SPACE });
    await remoteApi(server.url).signIn(server.admin);
    disk.empty();
    worksAfter.push(await ledger.works());
  }
  await ledger.progress(30);
  await ledger.end();
  expect(ledger.refusals.find(({ status }) => status === 507)?.message).toBe(NO_SPACE.message);
  disk.fill(0);
  expect(await server.terminate()).toBe(0);
  const { code, lines } = await refusedStart({ DATA_DIR: dataDir });
  expect([code, lines]).toEqual([1, [expect.stringMatching(/^No queda espacio en el disco de DATA_DIR/)]]);
  disk.empty();
  await server.restart();
  expect(await server.stop()).toBe(0);
  expect(existsSync(join(dataDir, 'libreta.lock'))).toBe(false);
  const settled = await ledger.settle({ dataDir });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  expect(ledger.refusals.some(({ status }) => status === 507)).toBe(true);
  reportLedger({
    fault,
    what: `a file system of 500 MB is filled 4 times for ${FULL_MS / 1_000} s while people save`,
    ...{ ledger, settled, worksAfter },
    allowed: [507],
  });
});

/** Makes the log start its next file, as happens on a busy day. */
async function nextLogFile(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let files = 0; files < 3; files += 1) {
      await client.query("select pg_logical_emit_message(false, 'libreta', 'x')");
      await client.query('select pg_switch_wal()');
    }
  } catch {
    // PostgreSQL ended because of the full disk.
  } finally {
    await client.end().catch(() => {});
  }
}

test.each([
  ['its tables', 507, (path: string) => ({ tablesWithin: path })],
  ['its log too', 503, (path: string) => ({ within: path })],
] as const)('the disk of PostgreSQL fills up during saves (%s)', async (which, status, where) => {
  const fault = `the disk is full, PostgreSQL: ${which}`;
  const disk = await diskOf(300);
  chmodSync(disk.path, 0o711);
  const cluster = await startCluster({ durable: true, ...where(disk.path) });
  ends.push(() => cluster.stop());
  const server = await startServer({ databaseUrl: cluster.url });
  ends.push(() => server.kill());
  const ledger = await keepLedger(server);
  const worksAfter = [];
  for (let round = 0; round < 2; round += 1) {
    await ledger.progress(60);
    const refused = () => ledger.refusals.filter((refusal) => refusal.status === status).length;
    const before = refused();
    disk.fill(0);
    if (status === 503) await nextLogFile(cluster.url);
    await until(() => refused() > before, 'the disk is felt');
    await lasting(FULL_MS, 'the fault');
    // PostgreSQL may still be recovering before it gives up.
    const reads = async () => (await remoteApi(server.url).call('GET', '/api/health')).status === 200;
    await until(async () => !cluster.alive() || (await reads()), 'PostgreSQL ends or answers');
    if (cluster.alive()) await expectReadable(server, ledger.token);
    const live = await remoteApi(server.url).call('GET', '/api/health/live');
    expect(live.status).toBe(200);
    disk.empty();
    const works = ledger.works();
    if (!cluster.alive()) await cluster.restart();
    worksAfter.push(await works);
  }
  await ledger.progress(30);
  await ledger.end();
  expect(await server.stop()).toBe(0);
  const settled = await ledger.settle({ url: cluster.url });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  reportLedger({
    fault,
    what: `a file system of 300 MB is filled twice for ${FULL_MS / 1_000} s while people save; PostgreSQL is started again where it ended`,
    ...{ ledger, settled, worksAfter },
    allowed: [503, 507],
  });
});
