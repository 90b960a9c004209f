import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { StartupError } from '#server/base/startup-error.ts';
import { DERIVED_TABLES } from '#server/db/booklet-tables.ts';
import { MIGRATIONS } from '#server/db/migrate.ts';

export interface AppliedMigration {
  readonly hash: string;
  /** Milliseconds since 1970; identifies a migration and orders them. */
  readonly at: number;
}

export interface Migration extends AppliedMigration {
  readonly statements: readonly string[];
  readonly tables: readonly string[];
}

const parsed = <T>(...path: string[]) => JSON.parse(readFileSync(join(MIGRATIONS, ...path), 'utf8')) as T;

export function programMigrations(): Migration[] {
  const { entries } = parsed<{ entries: { idx: number }[] }>('meta', '_journal.json');
  const files = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  return files.map(({ sql, hash, folderMillis }, index) => {
    const number = String(entries[index]?.idx).padStart(4, '0');
    const { tables } = parsed<{ tables: Record<string, { name: string }> }>('meta', `${number}_snapshot.json`);
    return { hash, at: folderMillis, statements: sql, tables: Object.values(tables).map(({ name }) => name) };
  });
}

/** @param subject of the message @throws StartupError if this program does not know one of the migrations */
export function migrationsUpTo(applied: readonly AppliedMigration[], subject: string): Migration[] {
  const migrations = programMigrations();
  const same = migrations.slice(0, applied.length);
  if (applied.length === 0 || applied.some(({ at }, index) => at !== same[index]?.at))
    throw new StartupError(`${subject} es de una versión más nueva u otra de la Libreta: usa esa versión.`);
  return same;
}

interface Queryable {
  rows<Row>(statement: string, values?: unknown[]): Promise<Row[]>;
}

const APPLIED = 'select hash, created_at::float8 as at from drizzle.__drizzle_migrations order by created_at';

/** The migrations of a database and the tables that a copy of it holds. @throws StartupError if it is foreign */
export async function versionOf(reader: Queryable) {
  const [state] = await reader.rows<{ migrated: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
  );
  if (!state?.migrated) throw new StartupError('En la base de datos no hay una Libreta: no hay nada que copiar.');
  const migrations = await reader.rows<AppliedMigration>(APPLIED);
  const tables = migrationsUpTo(migrations, 'La base de datos').at(-1)?.tables ?? [];
  return { migrations, tables: tables.filter((table) => !(DERIVED_TABLES as readonly string[]).includes(table)) };
}

export function namesEverCreated(): { tables: string[]; functions: string[] } {
  const migrations = programMigrations();
  const text = migrations.flatMap(({ statements }) => statements).join('\n');
  const functions = [...text.matchAll(/CREATE (?:OR REPLACE )?FUNCTION "(\w+)"/g)].map(([, name]) => String(name));
  return { tables: [...new Set(migrations.flatMap(({ tables }) => tables))], functions: [...new Set(functions)] };
}
