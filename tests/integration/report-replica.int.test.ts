import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/base/config.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { buildApp } from '#server/start/app.ts';
import { start } from '#server/start/start.ts';
import { ApiClient } from '../support/api-client.ts';
import { createRecord } from '../support/factories.ts';
import { remoteApi } from '../support/remote-api.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const REPORTS = ['tablero', 'genero', 'peso-canton', 'desnutricion', 'vacunas', 'conteo'].map(
  (name) => `/api/reportes/${name}`,
);
const RECORDS = ['/api/control/reporte', '/api/vacuna/reporte'];

/** A database with one child and a replica without it. */
let main: TestApi;
let replica: TestDatabase;
let app: FastifyInstance;
let client: ApiClient;
let child: { _id: string };
beforeAll(async () => {
  main = await startTestApi();
  replica = await createTestDatabase();
  child = await createRecord(main.admin, 'nino', { sexo: 'FEMENINO' });
  for (const key of ['control', 'vacuna']) await createRecord(main.admin, key, {}, child._id);
  app = await buildApp({ database: main.database, reportsDatabase: replica.database, secret: SECRET });
  client = new ApiClient(app, main.admin.token);
});
afterAll(async () => {
  await app.close();
  await main.close();
  await replica.drop();
});

it('reports read the replica and the booklet reads the main database', async () => {
  expect((await client.get('/api/reportes/tablero')).body.total).toBe(0);
  expect((await main.admin.get('/api/reportes/tablero')).body.total).toBe(1);
  for (const url of [...REPORTS.slice(2, 5), ...RECORDS]) {
    expect((await client.get(url)).body, url).toEqual([]);
    expect((await main.admin.get(url)).body, url).toHaveLength(1);
  }
  expect((await client.get('/api/nino')).body).toHaveLength(1);
  expect((await client.get(`/api/nino/pdf/${child._id}`)).body.controlData).toHaveLength(1);
});

const onPostgres = process.env.TEST_DATABASE === 'postgres' ? describe : undefined;

onPostgres?.('a start with DATABASE_REPLICA_URL', () => {
  const PASSWORD = 'Administra2026';
  let dataDir: string;
  let fresh: TestDatabase;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'libreta-replica-'));
    fresh = await createTestDatabase();
  });
  afterAll(async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await fresh.drop();
  });

  const config = (replicaUrl: string) =>
    readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ADMIN_CEDULA: '1710034065',
      ADMIN_PASSWORD: PASSWORD,
      DATABASE_URL: fresh.url,
      DATABASE_REPLICA_URL: replicaUrl,
    });

  /** Starts a server and reads the dashboard. */
  const running = async (replicaUrl: string) => {
    const { app, databases, address } = await start(config(replicaUrl));
    try {
      const { call, signIn } = remoteApi(address);
      const token = await signIn({ cedula: '1710034065', password: PASSWORD });
      const tablero = await call('GET', '/api/reportes/tablero', undefined, token);
      return {
        databases: databases.length,
        status: tablero.status,
        mujeres: await call('GET', '/api/mujer', undefined, token),
      };
    } finally {
      await app.close();
      await Promise.all(databases.map((database) => database.close()));
    }
  };

  it('opens the replica beside the main database', async () => {
    expect(await running(String(replica.url))).toMatchObject({ databases: 2, status: 200, mujeres: { status: 200 } });
  });

  it('continues without an unreachable replica, with reports from the main database', async () => {
    expect(await running('postgres://nadie@127.0.0.1:1/nada')).toMatchObject({
      databases: 2,
      status: 200,
      mujeres: { status: 200 },
    });
  });

  it('stops with one clear line when the replica can never work', async () => {
    const wrong = Object.assign(new URL(String(replica.url)), { pathname: '/no_existe' }).href;
    const refused = await start(config(wrong)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartupError);
    expect((refused as Error).message).toBe('No se puede usar la base de datos de DATABASE_REPLICA_URL (3D000).');
  });
});
