import { StartupError } from '#server/base/startup-error.ts';
import type { Loader } from '#server/loading/loader.ts';
import { namesEverCreated, programMigrations } from './versions.ts';

const COUNTED_TABLES = {
  mujer: 'mujeres',
  nino: 'niñas y niños',
  usuario: 'usuarios',
  journal: 'entradas de auditoría',
};

const listed = (parts: string[]) => `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`;

/** The application's tables, and the data that would be lost with them in words, empty if there is none. */
async function existingContent(loader: Loader): Promise<{ tables: string[]; lost: string }> {
  const rows = await loader.rows<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)`,
    [namesEverCreated().tables],
  );
  const tables = rows.map(({ name }) => name);
  const counts: string[] = [];
  let some = false;
  for (const [table, called] of Object.entries(COUNTED_TABLES)) {
    if (!tables.includes(table)) continue;
    const [row] = await loader.rows<{ count: number }>(`select count(*)::float8 as count from public."${table}"`);
    counts.push(`${row?.count} ${called}`);
    some ||= Number(row?.count) > 0;
  }
  return { tables, lost: some ? listed(counts) : '' };
}

async function refuseForeign(loader: Loader, tables: readonly string[]): Promise<void> {
  const [state] = await loader.rows<{ migrated: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
  );
  if (!state?.migrated) {
    if (tables.length > 0)
      throw new StartupError(
        `La base de datos tiene tablas que no son de la Libreta (${tables.join(', ')}): elige una vacía.`,
      );
    return;
  }
  const [newest] = await loader.rows<{ at: number | null }>(
    'select max(created_at)::float8 as at from drizzle.__drizzle_migrations',
  );
  if (Number(newest?.at ?? 0) > Number(programMigrations().at(-1)?.at))
    throw new StartupError('La base de datos es de una versión más nueva de la Libreta: restaura con esa versión.');
}

async function refuseRunning(loader: Loader): Promise<void> {
  const [other] = await loader.rows(
    `select 1 from pg_stat_activity where datname = current_database() and application_name like 'libreta%' and pid <> pg_backend_pid()`,
  );
  if (other) throw new StartupError('Una Libreta usa esa base de datos: detenla antes de restaurar.');
}

/** Drops all tables and functions of the application. @throws StartupError if data would be lost, or the tables are foreign or in use */
export async function clearForCopy(loader: Loader, replace: boolean): Promise<void> {
  await refuseRunning(loader);
  const { tables, lost } = await existingContent(loader);
  await refuseForeign(loader, tables);
  if (lost && !replace)
    throw new StartupError(
      `La base de datos no está vacía: con --reemplazar se perderían ${lost}, y lo demás que hay en ella. No se cambió nada.`,
    );
  for (const table of tables) await loader.run(`drop table public."${table}" cascade`);
  const functions = await loader.rows<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [namesEverCreated().functions],
  );
  for (const { name } of functions) await loader.run(`drop function ${name}`);
  await loader.run('drop table if exists drizzle.__drizzle_migrations');
}
