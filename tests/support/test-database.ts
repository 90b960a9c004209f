import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, EXTENSIONS, openDatabase, type Patience } from '#server/db/connect.ts';
import { databaseUrl, runSql } from './migrated-template.ts';

export interface TestDatabase {
  readonly database: Database;
  /** On PostgreSQL, for a second application on the same data. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/**
 * The test, the application and often several processes that it plays are one process, which may stand still between two statements of a
 * transaction while others wait for its locks. So none of these waits ends in a test; only a listener that has ended never confirms.
 */
export const PATIENT: Patience = { lockMs: HOUR_MS, connectionMs: HOUR_MS, confirmationMs: 20_000 };

/** A further process on the database of a test, with its patience. */
export const openAgain = (url: string | undefined, options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> =>
  openDatabase({ url, patience: PATIENT, ...options });

/**
 * A migrated database for one test file, on the engine of the run.
 * @param patience for a test in which a wait is to end
 */
export async function createTestDatabase(patience: Partial<Patience> = {}): Promise<TestDatabase> {
  const template = inject('template');
  if (template.kind === 'pglite') {
    const pglite = await PGlite.create({ extensions: EXTENSIONS, loadDataDir: await openAsBlob(template.dump) });
    const database = await openDatabase({ pglite });
    return { database, url: undefined, drop: () => database.close() };
  }
  const name = `libreta_test_${randomBytes(6).toString('hex')}`;
  await runSql(template.url, `create database ${name} template ${template.template}`);
  const url = databaseUrl(template.url, name);
  const database = await openAgain(url, { patience: { ...PATIENT, ...patience } });
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await runSql(template.url, `drop database if exists ${name} with (force)`);
    },
  };
}
