import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { StartupError } from '#server/base/startup-error.ts';
import { DERIVED_TABLES } from '#server/db/booklet-tables.ts';
import { MIGRATIONS } from '#server/db/migrate.ts';

/** A migration as a database notes it. */
export interface Applied {
  readonly hash: string;
  /** Milliseconds since 1970: what tells migrations apart, and their order. */
  readonly at: number;
}

export interface Migration extends Applied {
  readonly statements: readonly string[];
  /** Every table there is after it. */
  readonly tables: readonly string[];
}

const parsed = <T>(...path: string[]) => JSON.parse(readFileSync(join(MIGRATIONS, ...path), 'utf8')) as T;

/** The migrations that this program knows, the oldest first. */
export function knownMigrations(): Migration[] {
  const { entries } = parsed<{ entries: { idx: number }[] }>('meta', '_journal.json');
  const files = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  return files.map(({ sql, hash, folderMillis }, index) => {
    const number = String(entries[index]?.idx).padStart(4, '0');
    const { tables } = parsed<{ tables: Record<string, { name: string }> }>('meta', `${number}_snapshot.json`);
    return { hash, at: folderMillis, statements: sql, tables: Object.values(tables).map(({ name }) => name) };
  });
}

/**
 * The migrations behind a database or a copy.
 * @param whose what is of another version, as the sentence begins
 * @throws StartupError when this program does not know one of them
 */
export function migrationsUpTo(applied: readonly Applied[], whose: string): Migration[] {
  const known = knownMigrations();
  const same = known.slice(0, applied.length);
  if (applied.length === 0 || applied.some(({ at }, index) => at !== same[index]?.at))
    throw new StartupError(`${whose} es de una versión más nueva u otra de la Libreta: usa esa versión.`);
  return same;
}

/** What answers statements, on either engine. */
interface Asked {
  rows<Row>(statement: string, values?: unknown[]): Promise<Row[]>;
}

const APPLIED = 'select hash, created_at::float8 as at from drizzle.__drizzle_migrations order by created_at';

/** Of which version a database is, and so which tables it has that a copy holds. @throws StartupError when it is none of ours */
export async function versionOf(reader: Asked) {
  const [state] = await reader.rows<{ migrated: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
  );
  if (!state?.migrated) throw new StartupError('En la base de datos no hay una Libreta: no hay nada que copiar.');
  const migrations = await reader.rows<Applied>(APPLIED);
  const tables = migrationsUpTo(migrations, 'La base de datos').at(-1)?.tables ?? [];
  return { migrations, tables: tables.filter((table) => !(DERIVED_TABLES as readonly string[]).includes(table)) };
}

/** Everything that migrations ever made, whatever became of it: by kind, its names. */
export function everMade(): { tables: string[]; functions: string[] } {
  const known = knownMigrations();
  const text = known.flatMap(({ statements }) => statements).join('\n');
  const functions = [...text.matchAll(/CREATE (?:OR REPLACE )?FUNCTION "(\w+)"/g)].map(([, name]) => String(name));
  return { tables: [...new Set(known.flatMap(({ tables }) => tables))], functions: [...new Set(functions)] };
}
