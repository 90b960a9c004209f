import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { openDatabase } from '#server/db/connect.ts';
import { rulesFingerprint } from '../../scripts/lib/rules-fingerprint.ts';
import { manyChildren } from '../support/many-children.ts';
import { until } from '../support/passing-time.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const run = promisify(execFile);
const CHILDREN = 1_500;
const LIMIT_MS = 600_000;
const env = { JWT_SECRET: 'Kx9w2pL7mQ4vT8zR1cY6bN3jH5gF0dSaWeUiOqXy', LOG_LEVEL: 'info' };

let copy: string;
let cluster: Cluster;
let client: pg.Client;
let before: ServerProcess;
let after: ServerProcess | undefined;

/** Builds a next version with the limit 9.5 kg instead of 8.2 kg for a child of 12 months. */
async function buildNext(): Promise<string> {
  copy = mkdtempSync(join(tmpdir(), 'libreta-siguiente-'));
  const configs = readdirSync('.').filter((name) => name.endsWith('.config.ts'));
  for (const path of ['src', 'scripts', 'package.json', 'tsconfig.json', ...configs])
    cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const rule = join(copy, 'src/domain/growth/malnutrition.ts');
  const text = readFileSync(rule, 'utf8');
  expect(text.split('weight: [8.2, 12.2]')).toHaveLength(2);
  writeFileSync(rule, text.replace('weight: [8.2, 12.2]', 'weight: [9.5, 12.2]'));
  const options = ['--logLevel', 'error', '--outDir', 'dist/server', '--config', 'vite.server.config.ts'];
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...options], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  symlinkSync(resolve('dist/web'), join(copy, 'dist/web'));
  return join(copy, 'dist/server/main.js');
}

/** Numbers of children by status and rules. */
async function countByStatus(): Promise<Record<string, number>> {
  const { rows } = await client.query<{ what: string; count: number }>(
    `select estado || ' ' || reglas as what, count(*)::integer as count from nino group by 1`,
  );
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

beforeAll(async () => {
  cluster = await startCluster({ durable: false });
  before = await startServer({ databaseUrl: cluster.url, env });
  client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
}, LIMIT_MS);
afterAll(async () => {
  await Promise.all([before?.stop(), after?.stop()]);
  await client?.end();
  await cluster?.stop();
  if (copy) rmSync(copy, { recursive: true, force: true });
});

test(
  'a new version with changed rules recomputes all children during saves on both versions, even when killed',
  async () => {
    const { call, signIn } = remoteApi(before.url);
    const token = await signIn(before.admin);
    const like = crypto.randomUUID();
    expect((await call('POST', '/api/nino', { ...RECORDS.nino.example, _id: like }, token)).status).toBe(201);
    const control = { ...RECORDS.control.example, edad: 12, peso: 9, longitud: 75 };
    const save = (api: typeof call, ninoId: string) =>
      api('POST', '/api/control', { ...control, _id: crypto.randomUUID(), ninoId }, token);
    expect((await save(call, like)).status).toBe(201);
    const database = await openDatabase({ url: cluster.url });
    await manyChildren(database, like, CHILDREN - 1);
    await database.close();
    await client.query(
      `insert into control (_id, parent_id, fecha_registro, created_by, fecha, edad, peso, longitud, perimetro)
       select gen_random_uuid(), child._id, one.fecha_registro, one.created_by, one.fecha, one.edad, one.peso, one.longitud, one.perimetro
       from control as one, nino as child where one.parent_id = $1 and child._id <> $1`,
      [like],
    );
    const program = await buildNext();
    const [old, next] = [await rulesFingerprint(), await rulesFingerprint(copy)];
    expect(await countByStatus()).toEqual({ [`Normal ${old}`]: CHILDREN });

    after = await startServer({ databaseUrl: cluster.url, env, program });
    const servers = [remoteApi(before.url), remoteApi(after.url)];
    const { rows } = await client.query<{ id: string }>('select _id as id from nino order by orden');
    const refused: string[] = [];
    let saved = 0;
    let over = false;
    let killed = false;
    const saving = (async () => {
      while (!over) {
        const [server, child] = [killed ? 0 : saved % 2, rows[(saved * 37) % CHILDREN]?.id ?? ''];
        const answer = await save(servers[server]?.call ?? call, child).catch(() => null);
        // Requests under way when the process was killed have no answer.
        if (answer === null ? !killed : answer.status !== 201) refused.push(`${server}: ${answer?.body.message}`);
        saved += 1;
      }
    })();
    const computedAnew = async () => (await countByStatus())[`Desnutrición ${next}`] ?? 0;
    const isDone = async () => {
      const now = await countByStatus();
      return Object.keys(now).length === 1 && now[`Desnutrición ${next}`] === CHILDREN;
    };
    try {
      await until(async () => (await computedAnew()) > 100, 'the first children are computed anew');
      killed = true;
      await after.kill();
      const middle = await countByStatus();
      expect(middle[`Normal ${old}`]).toBeGreaterThan(0);
      expect(middle[`Desnutrición ${next}`]).toBeGreaterThan(100);
      await after.restart();
      killed = false;
      // The earlier version continues to save by its rules and does not undo the new results.
      await until(async () => (await computedAnew()) > CHILDREN - 200, 'nearly all are', { withinMs: LIMIT_MS });
    } finally {
      over = true;
      await saving;
    }
    await before.terminate();
    await until(isDone, 'all are', { withinMs: LIMIT_MS, everyMs: 500 });
    expect(refused).toEqual([]);
    expect(saved).toBeGreaterThan(20);
    // The log line comes after a check that none is left.
    await expect.poll(after.output, { timeout: 60_000 }).toContain('children computed by other rules than before');
    expect(before.output()).not.toContain('by other rules');
  },
  LIMIT_MS,
);
