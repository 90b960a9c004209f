import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { dbFault, isForbidden } from '#server/base/db-errors.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { filledLater, fillLater } from './filled-later.ts';

const ASK_AGAIN_MS = 200;
/**
 * Whoever waits for a table lets nobody else past: they wait this long at most, and are let past before the next try. Sooner than
 * PostgreSQL looks for a deadlock (1 s), of which those who record would be the victims.
 */
const LOCK_TIMEOUT = '250ms';
const LET_PAST_MS = 1_000;
const MOST_TRIES = 60;

const CREATED_TABLE = /^CREATE TABLE "(\w+)"/;
/** One that may be built beside those who write; a unique one may not: what breaks it would be written meanwhile. */
const CREATED_INDEX = /^CREATE INDEX "(\w+)" ON "(\w+)"/;
const NEW_COLUMN = /^ALTER TABLE "(\w+)" ADD COLUMN/;
const NEW_RULE = /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" (?:FOREIGN KEY|CHECK)/;
const DROPPED_INDEX = /^DROP INDEX "(\w+)"/;

/**
 * Waits until no other process migrates. It asks again and again: a statement that waits would be one that building an index
 * beside those who write waits for, and neither would end.
 */
export async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      ADVISORY_LOCKS.migration,
    ]);
    if (rows[0]?.mine) return;
    await wait(ASK_AGAIN_MS);
  }
}

/** The indexes that may be built beside those who write, after all these statements: by name, how each is made. */
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

/** What of a migration has to be done at once: all but what changes every row, and the indexes on tables that people write to already. */
function atOnce(statements: readonly string[]): string[] {
  const tables = new Set(statements.map((statement) => CREATED_TABLE.exec(statement)?.[1]));
  const soon = statements.filter((statement) => {
    if (filledLater(statement)) return false;
    const [, , table] = CREATED_INDEX.exec(statement) ?? [];
    return table === undefined || tables.has(table);
  });
  return soon.map((statement) => {
    const [, table] = NEW_RULE.exec(statement) ?? [];
    // Of rows that are there it is asked afterwards, while people write.
    if (table && !tables.has(table)) return statement.replace(/( NOT VALID)?;?\s*$/, ' NOT VALID');
    // It may be one that was left for later, and then never made.
    return statement.replace(/^DROP INDEX (?=")/, 'DROP INDEX IF EXISTS ');
  });
}

/** The migrations of a folder, without the comments above their statements. */
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

/**
 * All locks that keep everybody out, before the first change: one after the other in between, whoever holds the last would wait for
 * the first so long that PostgreSQL finds a deadlock.
 */
async function lockChanged(client: pg.Client, statements: readonly string[]): Promise<void> {
  const own = new Set(statements.map((statement) => CREATED_TABLE.exec(statement)?.[1]));
  const changed = new Set(statements.flatMap((statement) => NEW_COLUMN.exec(statement)?.[1] ?? []));
  for (const table of changed)
    if (!own.has(table)) await client.query(`lock table "${table}" in access exclusive mode`);
}

/** Again and again while somebody holds a lock. */
async function onceUnlocked(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (dbFault(error)?.code !== '55P03' || tries === MOST_TRIES) throw error;
      await wait(LET_PAST_MS);
    }
  }
}

/**
 * Applies what is new, with people writing beside it: each migration in a transaction of its own, which gives way to who holds
 * a lock, and indexes on tables that are there afterwards, without one. What is interrupted goes on with the next start.
 * Notes what it did as Drizzle's migrator does, which would hold every lock of all migrations to the end.
 */
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
    await onceUnlocked(() =>
      inTransaction(client, async () => {
        if (newest > 0) await lockChanged(client, statements);
        // Where nothing is recorded yet nobody waits.
        for (const statement of newest === 0 ? statements : atOnce(statements)) await client.query(statement);
        if (newest > 0) await fillLater(client, statements);
        await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
          hash,
          folderMillis,
        ]);
      }),
    );
  }
}

/** The names of all indexes of the newest schema. */
function declaredIndexes(folder: string): Set<string> {
  const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, 'meta', file), 'utf8')) as T;
  const newest = read<{ entries: { idx: number }[] }>('_journal.json').entries.at(-1)?.idx ?? 0;
  const snapshot = `${String(newest).padStart(4, '0')}_snapshot.json`;
  const { tables } = read<{ tables: Record<string, { indexes: Record<string, unknown> }> }>(snapshot);
  return new Set(Object.values(tables).flatMap(({ indexes }) => Object.keys(indexes)));
}

/** Builds the indexes that {@link migrateOnline} left, and those at which an earlier process was killed, one after the other. */
export async function buildIndexes(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ name: string; valid: boolean }>(
    `select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace`,
  );
  const there = new Map(rows.map(({ name, valid }) => [name, valid]));
  const declared = declaredIndexes(folder);
  for (const [name, statement] of indexesAfter(statementsIn(folder).flatMap(({ statements }) => statements))) {
    if (there.get(name) || !declared.has(name)) continue;
    try {
      if (there.has(name)) await client.query(`drop index concurrently "${name}"`);
      await client.query(statement.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY'));
    } catch (error) {
      // The application's own role: it works without, and the next start as the owner builds it.
      if (!isForbidden(dbFault(error))) throw error;
    }
  }
}

/** Asks of rows that were there before whether they keep the rules that came since. */
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
