import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { extract } from 'tar';
import type { TestProject } from 'vitest/node';
import { EXTENSIONS, openDatabase } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startCluster } from './postgres-cluster.ts';
import { copyPreparedData } from './server-process.ts';

/** Source of a test file's copy of the migrated database. */
export type Template = { kind: 'pglite'; dump: string } | { kind: 'postgres'; url: string; template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template;
  }
}

/** Vitest's global setup of the integration tests: migrates once; test files and embedded servers start from copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.config.env.TEST_DATABASE === 'postgres') return providePostgres(project);
  const folder = mkdtempSync(join(tmpdir(), 'libreta-template-'));
  const dump = join(folder, 'pglite.tar');
  const pglite = await PGlite.create({ extensions: EXTENSIONS });
  await migrateDatabase(await openDatabase({ pglite }));
  // A checkpoint saves the copies their recovery.
  await pglite.exec('checkpoint');
  // Reading 40 MB uncompressed is faster than unpacking them.
  writeFileSync(dump, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  const prepared = join(folder, 'data');
  mkdirSync(join(prepared, 'pg'), { recursive: true, mode: 0o700 });
  await extract({ file: dump, cwd: join(prepared, 'pg') });
  copyPreparedData(prepared);
  project.provide('template', { kind: 'pglite', dump });
  return async () => rmSync(folder, { recursive: true, force: true });
}

async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env.TEST_DATABASE_URL ? undefined : await startOrReport();
  const url = cluster?.url ?? (process.env.TEST_DATABASE_URL as string);
  const template = `libreta_template_${randomBytes(6).toString('hex')}`;
  await runSql(url, `create database ${template}`);
  const database = await openDatabase({ url: databaseUrl(url, template) });
  await migrateDatabase(database);
  await database.close();
  project.provide('template', { kind: 'postgres', url, template });
  return async () => {
    if (cluster) await cluster.stop();
    else await runSql(url, `drop database if exists ${template} with (force)`);
  };
}

async function startOrReport() {
  try {
    return await startCluster({ durable: false });
  } catch (error) {
    const line = '!'.repeat(78);
    console.error(`\n${line}\n!! THE POSTGRESQL TESTS DID NOT RUN\n!! ${(error as Error).message}\n${line}\n`);
    throw error;
  }
}

export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

export async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
