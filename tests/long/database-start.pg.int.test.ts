import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { keepChildrenCurrent } from '#server/start/keep-current.ts';
import { createRecord } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { databaseUrl, runSql } from '../support/migrated-template.ts';
import { markAsNewer } from '../support/newer-version.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { until } from '../support/passing-time.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { NODE_OPTIONS, watch } from '../support/process-warnings.ts';
import { refusedStart } from '../support/refused-start.ts';
import { SERVER_MAIN } from '../support/server-process.ts';
import { startTestApi } from '../support/test-api.ts';

let cluster: Cluster;
let folder: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'libreta-start-'));
  cluster = await startCluster({ durable: false });
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server without waiting for it. */
async function begin(database: string, env: Record<string, string> = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, [...NODE_OPTIONS, SERVER_MAIN], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl(cluster.url, database),
      DATA_DIR: join(folder, database),
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ADMIN_CEDULA: '1710034065',
      ADMIN_PASSWORD: 'Administra2026',
      ...env,
    },
  });
  started.push(child);
  const { output, ended } = watch(child, 'The server');
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.\n${output()}`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
    return answer?.ok === true;
  };
  return {
    output,
    up: () => until(isUp, 'the server answers'),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const WAITING = /^La base de datos de DATABASE_URL todavía no responde \(\w+\)\. Nuevo intento en \d s…$/gm;
const create = (name: string) => runSql(cluster.url, `create database ${name}`);

test('a start waits for PostgreSQL with one line per attempt and continues when it answers', async () => {
  await create('espera');
  await cluster.kill();
  const server = await begin('espera');
  await until(() => (server.output().match(WAITING) ?? []).length >= 2, 'a line per try');
  await cluster.restart();
  await server.up();
  expect(await server.stop()).toBe(0);
});

test('a start that waits too long ends with one more line and exit code 1', async () => {
  await cluster.kill();
  const env = { DATABASE_URL: cluster.url, DATA_DIR: join(folder, 'nadie'), DATABASE_WAIT_SECONDS: '5' };
  const { code, lines } = await refusedStart(env);
  await cluster.restart();
  expect(code).toBe(1);
  const tries = lines.join('\n').match(WAITING) ?? [];
  expect(tries.length).toBeGreaterThanOrEqual(2);
  expect(lines).toHaveLength(tries.length + 1);
  expect(lines.at(-1)).toMatch(/^No se puede usar la base de datos de DATABASE_URL \(\w+\)\.$/);
});

test('a waiting start can be stopped at once', async () => {
  await cluster.kill();
  const server = await begin('ninguna');
  await until(() => server.output().match(WAITING), 'it waits');
  const slowed = await slowedBy();
  const began = performance.now();
  await server.stop();
  await expectWithin(2_000, performance.now() - began, 'the end', slowed);
  await cluster.restart();
});

test('a wrong password and a missing database are reported without waiting', async () => {
  const stranger = Object.assign(new URL(cluster.url), { password: 'otra' }).href;
  for (const DATABASE_URL of [stranger, databaseUrl(cluster.url, 'no_existe')]) {
    const { code, lines } = await refusedStart({ DATABASE_URL, DATA_DIR: join(folder, 'mala') });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^No se puede usar la base de datos de DATABASE_URL \(\w+\)\.$/)]);
  }
});

test('a start succeeds despite connections that break during its migration', async () => {
  await create('migra');
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const server = await begin('migra');
  let broken = 0;
  while (broken < 3) {
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'migra' and query ~* 'create|insert|alter'",
    );
    broken += rowCount ?? 0;
  }
  await admin.end();
  await server.up();
  expect(server.output()).not.toMatch(/nobody|inesperado/);
  expect(await server.stop()).toBe(0);
});

test('an older program refuses a database of a newer version with one clear line', async () => {
  await create('nueva');
  const url = databaseUrl(cluster.url, 'nueva');
  const database = await openDatabase({ url });
  await migrateDatabase(database);
  await markAsNewer(database.db);
  await database.close();
  const { code, lines } = await refusedStart({ DATABASE_URL: url, DATA_DIR: join(folder, 'nueva') });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^La base de datos es de una versión más nueva de la Libreta/)]);
});

test('a catch-up whose connection breaks is logged and soon retried', async () => {
  const api = await startTestApi();
  const { _id } = await createRecord(api.admin, 'nino');
  const outdated = () => api.database.db.execute(sql`update nino set revisar = '1900-01-01'`);
  await outdated();
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const holder = new pg.Client({
    connectionString: (api.database.db as never as { $client: pg.Pool }).$client.options.connectionString,
  });
  await holder.connect();
  // It waits for this child in the middle of its transaction.
  await holder.query('begin');
  await holder.query('lock table control in access exclusive mode');
  const end = keepChildrenCurrent(api.database, log, { afterFailure: 200 });
  try {
    // Only this database, because other files use the same cluster.
    await until(async () => {
      const { rowCount } = await holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'libreta' and datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    }, 'it waits for the child');
    await until(() => lines.join('').includes('computing children anew failed'), 'the failure is logged');
    await holder.query('rollback');
    const current = async () => {
      const { rows } = (await api.database.db.execute(
        sql`select revisar::text from nino where _id = ${_id}`,
      )) as never as {
        rows: { revisar: string }[];
      };
      return rows[0]?.revisar !== '1900-01-01';
    };
    await until(current, 'the child is computed anew');
  } finally {
    await end();
    await holder.end();
    await api.close();
  }
});
