import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type Database, EXTENSIONS, openDatabase } from '#server/db/connect.ts';
import { databaseUrl, runSql } from './migrated-template.ts';

export interface TestDatabase {
  readonly database: Database;
  /** On PostgreSQL, for a second application on the same data. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

/** A migrated database for one test file, on the engine of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('template');
  if (template.kind === 'pglite') {
    const pglite = await PGlite.create({ extensions: EXTENSIONS, loadDataDir: await openAsBlob(template.dump) });
    const database = await openDatabase({ pglite });
    return { database, url: undefined, drop: () => database.close() };
  }
  const name = `libreta_test_${randomBytes(6).toString('hex')}`;
  await runSql(template.url, `create database ${name} template ${template.template}`);
  const url = databaseUrl(template.url, name);
  const database = await openDatabase({ url });
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await runSql(template.url, `drop database if exists ${name} with (force)`);
    },
  };
}
