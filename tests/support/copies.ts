import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { openCopy } from '#server/backup/read-copy.ts';
import { restoreCopy } from '#server/backup/restore-copy.ts';
import { openSealed, writeSealed } from '#server/backup/sealed-file.ts';
import { readEmbedded, readPostgres } from '#server/backup/table-reader.ts';
import { copyOf } from '#server/backup/write-copy.ts';
import { DERIVED_TABLES } from '#server/db/booklet-tables.ts';
import { type Database, type Db, EXTENSIONS, openDatabase } from '#server/db/connect.ts';
import { clientOf } from '#server/db/embedded.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { type Loader, openLoader, postgresLoader } from '#server/loading/loader.ts';
import { databaseUrl, runSql } from './migrated-template.ts';
import type { TestDatabase } from './test-database.ts';

export const PASSPHRASE = 'una contraseña de las pruebas';
/** A cheap work factor for test backups; `backup-running` tests the real one. */
export const SEALED = { passphrase: PASSPHRASE, work: 10 };

/** A temporary folder for backups. */
export function copyFolder() {
  const path = mkdtempSync(join(tmpdir(), 'libreta-copies-'));
  return {
    path,
    file: (name: string) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export async function readerOf({ database, url }: Pick<TestDatabase, 'database' | 'url'>) {
  const reader = url ? await readPostgres(url) : await readEmbedded(clientOf(database), async () => {});
  if (!reader) throw new Error('Somebody else makes a copy');
  return reader;
}

export async function saveCopy(from: Pick<TestDatabase, 'database' | 'url'>, path: string): Promise<void> {
  const reader = await readerOf(from);
  try {
    await writeSealed(
      path,
      copyOf(reader, () => {}),
      SEALED,
    );
  } finally {
    await reader.close();
  }
}

export interface EmptyPlace {
  restore(path: string, options?: { replace?: boolean; passphrase?: string }): Promise<void>;
  /** As `restore`, from decrypted bytes. */
  restorePlain(plain: AsyncIterable<Uint8Array>): Promise<void>;
  look<T>(at: (database: Database) => Promise<T>): Promise<T>;
  load<T>(work: (loader: Loader) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

let nothing: Promise<Blob> | undefined;

/** An empty embedded database. Its dump is made once, because creating one takes longer than any test of it. */
async function emptyEmbedded(): Promise<Database> {
  nothing ??= (async () => {
    const pglite = await PGlite.create({ extensions: EXTENSIONS });
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    return dump;
  })();
  return openDatabase({ pglite: await PGlite.create({ extensions: EXTENSIONS, loadDataDir: await nothing }) });
}

/** An empty database on either engine. */
export async function emptyPlace(kind: Database['kind']): Promise<EmptyPlace> {
  const name = `libreta_copy_${randomBytes(6).toString('hex')}`;
  const template = inject('template');
  const server = template.kind === 'postgres' ? template.url : undefined;
  const url = kind === 'postgres' && server ? databaseUrl(server, name) : undefined;
  if (url && server) await runSql(server, `create database ${name} template template0`);
  const kept = url ? undefined : await emptyEmbedded();

  const load = async <T>(work: (loader: Loader) => Promise<T>) => {
    const loader = url ? await postgresLoader(url) : await openLoader(kept as Database, undefined);
    try {
      return await work(loader);
    } finally {
      await loader.close();
    }
  };
  const restorePlain = async (plain: AsyncIterable<Uint8Array>, replace = false) => {
    const copy = await openCopy(plain);
    await load((loader) => restoreCopy(loader, copy, { replace, progress: () => {} }));
  };
  return {
    load,
    restorePlain,
    restore: (path, { replace, passphrase = PASSPHRASE } = {}) => restorePlain(openSealed(path, passphrase), replace),
    look: async (at) => {
      if (kept) return at(kept);
      const database = await openDatabase({ url });
      try {
        return await at(database);
      } finally {
        await database.close();
      }
    },
    remove: async () => {
      await kept?.close();
      if (url && server) await runSql(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Every row of every table, and the applied migrations, as sorted texts. */
export async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const tables = await rawRows<{ name: string }>(
    db,
    sql`select oid::regclass::text as name from pg_class where relkind = 'r'
      and relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle')) order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    if ((DERIVED_TABLES as readonly string[]).includes(name)) continue;
    const records = await rawRows<{ row: string }>(
      db,
      sql`select to_jsonb(each)::text as row from ${sql.raw(name)} as each order by 1`,
    );
    rows[name] = records.map(({ row }) => row);
  }
  return rows;
}

/** Indexes, constraints except NOT NULL (a constraint only in newer engines), triggers and sequence values. */
export async function schemaObjects(db: Db): Promise<string[]> {
  const rows = await rawRows<{ definition: string }>(
    db,
    sql`select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class c on c.oid = indrelid
        where c.relnamespace = 'public'::regnamespace
      union all select conrelid::regclass::text || conname || pg_get_constraintdef(oid) || convalidated::text from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all select sequencename || coalesce(last_value::text, '') from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows.map(({ definition }) => definition);
}
