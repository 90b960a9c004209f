import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { dbFault, isForbidden } from '#server/base/db-errors.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { isBackfill, noteBackfills } from './backfills.ts';

const POLL_MS = 200;
/** A waiting lock blocks those behind it, so it gives up before PostgreSQL's deadlock check (1 s), which would fail writers. */
const LOCK_TIMEOUT = '250ms';
const RETRY_MS = 1_000;
const MAX_TRIES = 60;

const CREATED_TABLE = /^CREATE TABLE "(\w+)"/;
/** Can be built concurrently. A unique index cannot: rows that violate it might be written meanwhile. */
const CREATED_INDEX = /^CREATE INDEX "(\w+)" ON "(\w+)"/;
const NEW_COLUMN = /^ALTER TABLE "(\w+)" ADD COLUMN/;
const NEW_RULE = /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" (?:FOREIGN KEY|CHECK)/;
const DROPPED_INDEX = /^DROP INDEX "(\w+)"/;

/** Polls: a statement that waits would deadlock with CREATE INDEX CONCURRENTLY, which waits for it. */
export async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      ADVISORY_LOCKS.migration,
    ]);
    if (rows[0]?.mine) return;
    await wait(POLL_MS);
  }
}

function indexesAfter(statements: readonly string[]): Map<string, string> {
  const indexes = new Map<string, string>();
  for (const statement of statements) {
    const [, created] = CREATED_INDEX.exec(statement) ?? [];
    const [, dropped] = DROPPED_INDEX.exec(statement) ?? [];
    if (created) indexes.set(created, statement);
    if (dropped) indexes.delete(dropped);
  }
  return indexes;
}

/** All statements but backfills and the indexes of existing tables. */
function immediateStatements(statements: readonly string[]): string[] {
  const tables = new Set(statements.map((statement) => CREATED_TABLE.exec(statement)?.[1]));
  const soon = statements.filter((statement) => {
    if (isBackfill(statement)) return false;
    const [, , table] = CREATED_INDEX.exec(statement) ?? [];
    return table === undefined || tables.has(table);
  });
  return soon.map((statement) => {
    const [, table] = NEW_RULE.exec(statement) ?? [];
    // Existing rows are validated later, while people write.
    if (table && !tables.has(table)) return statement.replace(/( NOT VALID)?;?\s*$/, ' NOT VALID');
    // The index may have been postponed and never built.
    return statement.replace(/^DROP INDEX (?=")/, 'DROP INDEX IF EXISTS ');
  });
}

const statementsIn = (folder: string) =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ sql, ...migration }) => ({
    ...migration,
    statements: sql.map((statement) => statement.replace(/^(\s*--.*\n)*\s*/, '')),
  }));

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Takes all exclusive locks before the first change: taken one by one between changes they would end in a deadlock. */
async function lockChanged(client: pg.Client, statements: readonly string[]): Promise<void> {
  const own = new Set(statements.map((statement) => CREATED_TABLE.exec(statement)?.[1]));
  const changed = new Set(statements.flatMap((statement) => NEW_COLUMN.exec(statement)?.[1] ?? []));
  for (const table of changed)
    if (!own.has(table)) await client.query(`lock table "${table}" in access exclusive mode`);
}

async function retryWhileLocked(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (dbFault(error)?.code !== '55P03' || tries === MAX_TRIES) throw error;
      await wait(RETRY_MS);
    }
  }
}

/** Each migration gets a transaction that gives way to writers; Drizzle's migrator would hold all locks to the end. Restartable. */
export async function migrateOnline(client: pg.Client, folder: string): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await client.query<{ newest: number | null }>(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  );
  const newest = rows[0]?.newest ?? 0;
  for (const { statements, hash, folderMillis } of statementsIn(folder)) {
    if (folderMillis <= newest) continue;
    await retryWhileLocked(() =>
      inTransaction(client, async () => {
        if (newest > 0) await lockChanged(client, statements);
        // An empty database has no writers.
        for (const statement of newest === 0 ? statements : immediateStatements(statements))
          await client.query(statement);
        if (newest > 0) await noteBackfills(client, statements);
        await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
          hash,
          folderMillis,
        ]);
      }),
    );
  }
}

function declaredIndexes(folder: string): Set<string> {
  const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, 'meta', file), 'utf8')) as T;
  const newest = read<{ entries: { idx: number }[] }>('_journal.json').entries.at(-1)?.idx ?? 0;
  const snapshot = `${String(newest).padStart(4, '0')}_snapshot.json`;
  const { tables } = read<{ tables: Record<string, { indexes: Record<string, unknown> }> }>(snapshot);
  return new Set(Object.values(tables).flatMap(({ indexes }) => Object.keys(indexes)));
}

export async function buildIndexes(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ name: string; valid: boolean }>(
    `select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace`,
  );
  const existing = new Map(rows.map(({ name, valid }) => [name, valid]));
  const declared = declaredIndexes(folder);
  for (const [name, statement] of indexesAfter(statementsIn(folder).flatMap(({ statements }) => statements))) {
    if (existing.get(name) || !declared.has(name)) continue;
    try {
      if (existing.has(name)) await client.query(`drop index concurrently "${name}"`);
      await client.query(statement.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY'));
    } catch (error) {
      // The application's role may not; it works without the index, and the next start as the owner builds it.
      if (!isForbidden(dbFault(error))) throw error;
    }
  }
}

export async function validateRules(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ on: string; name: string }>(
    `select conrelid::regclass::text as on, conname as name from pg_constraint
     where connamespace = 'public'::regnamespace and not convalidated and contype in ('f', 'c') and conislocal`,
  );
  for (const { on, name } of rows) {
    try {
      await client.query(`alter table ${on} validate constraint "${name}"`);
    } catch (error) {
      if (!isForbidden(dbFault(error))) throw error;
    }
  }
}
