import { StartupError } from '#server/base/startup-error.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { dropIndexes, rebuildIndexes } from '#server/loading/drop-indexes.ts';
import { beginLoad, type Loader } from '#server/loading/loader.ts';
import { resetDerivedTables } from '#server/loading/reset-derived.ts';
import { clearForCopy } from './clear-for-copy.ts';
import type { Trailer } from './format.ts';
import type { OpenedCopy } from './read-copy.ts';
import { type Migration, migrationsUpTo, programMigrations } from './versions.ts';

export interface Restoration {
  readonly replace: boolean;
  /** Called before each step; an error that it throws ends the restoration. */
  readonly progress: (line: string) => void;
}

/** As Drizzle's migrator does, which commits on its own and so cannot run in this transaction. */
const CREATE_MIGRATIONS_TABLE = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;

async function migrate(loader: Loader, migrations: readonly Migration[]): Promise<void> {
  for (const { statements, hash, at } of migrations) {
    for (const statement of statements) await loader.run(statement);
    await loader.rows('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, at]);
  }
}

/** New rows get numbers that no row of the copy ever had. */
async function continueNumbering(loader: Loader, numbers: Trailer['numeros']): Promise<void> {
  for (const { tabla, columna, ultimo } of numbers) {
    const sequence = `pg_get_serial_sequence('public."${tabla}"', '${columna}')`;
    await loader.rows(
      `select setval(${sequence}, last) from (select greatest($1::bigint, max("${columna}")) as last from "${tabla}") as numbered
       where last is not null`,
      [ultimo],
    );
  }
}

async function load(loader: Loader, { header, rows }: OpenedCopy, { replace, progress }: Restoration) {
  const migrations = migrationsUpTo(header.migraciones, 'La copia');
  const [lock] = await loader.rows<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.migration}) as mine`,
  );
  if (!lock?.mine) throw new StartupError('Otra Libreta prepara esa base de datos: inténtalo en un momento.');
  await clearForCopy(loader, replace);
  await loader.run(CREATE_MIGRATIONS_TABLE);
  await migrate(loader, migrations);
  // Migrations fill some tables, whose rows are in the copy too.
  for (const table of header.tablas) await loader.run(`delete from "${table}"`);
  const bare = await dropIndexes(loader, header.tablas);
  for (;;) {
    const next = await rows.next();
    if (next.done) {
      await continueNumbering(loader, next.value.numeros);
      break;
    }
    const { table, columns, lines } = next.value;
    progress(`filas de ${table}`);
    await loader.copy(table, columns.map((name) => `"${name}"`).join(', '), lines, bare.emptied.has(table));
  }
  await rebuildIndexes(loader, header.tablas, bare, (name) => progress(`índice ${name}`));
  const newer = programMigrations().slice(migrations.length);
  if (newer.length > 0) progress('cambios de esta versión');
  await migrate(loader, newer);
  await resetDerivedTables(loader);
}

/** Replaces the database in one transaction; an older copy gets the tables of its time, then later migrations. @throws StartupError */
export async function restoreCopy(loader: Loader, copy: OpenedCopy, restoration: Restoration): Promise<void> {
  await beginLoad(loader);
  try {
    await loader.run(`set local synchronous_commit = on; set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'`);
    await load(loader, copy, restoration);
    restoration.progress('confirmación');
    await loader.commit();
  } catch (error) {
    await loader.run('rollback').catch(() => {});
    throw error;
  }
  // After the commit, since this only makes queries faster.
  for (const table of programMigrations().at(-1)?.tables ?? []) await loader.run(`vacuum (analyze) "${table}"`);
}
