import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { MIGRATIONS } from '#server/db/migrate.ts';

interface Journal {
  entries: { tag: string }[];
}
const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal;

/** Names of all migrations, oldest first. */
export const MIGRATION_TAGS = journal.entries.map(({ tag }) => tag);

/** A folder with the first migrations only. */
export function earlierMigrations() {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  return {
    upTo: (count: number) => {
      const entries = journal.entries.slice(0, count);
      writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
      return folder;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const USER = '00000000-0000-4000-8000-000000000001';
export const FIRST = '00000000-0000-4000-8000-000000000002';
const record = `'${FIRST}', now(), '${USER}'`;
const person = 'cedula, hcu, nombres, apellidos, establecimiento, provincia, canton, busqueda';
const personValues = `'1', '1', 'A', 'B', 'C', 'P', 'Q', 'ana perez'`;

/** The large tables: the first row, and the number of its copies in a realistic population. */
const LARGE: Record<string, { columns: string; values: string; many: (children: number) => string; person?: boolean }> =
  {
    mujer: {
      columns: person,
      values: personValues,
      many: (children) => `generate_series(1, ${children / 2}) as many`,
      person: true,
    },
    nino: {
      columns: `${person}, cedulamadre, sexo`,
      values: `${personValues}, '1', 'FEMENINO'`,
      many: (children) => `generate_series(1, ${children}) as many`,
      person: true,
    },
    control: {
      columns: 'parent_id, fecha, edad, peso, longitud, perimetro',
      values: `'${FIRST}', '2026-01-01', 3, 6, 60, 40`,
      many: () => 'generate_series(1, 12) as many, nino as parent',
    },
    vacuna: {
      columns: 'parent_id, clasificacion, tipovacuna, dosis, fechaaplicacion, edadapli, lote, vacunador',
      values: `'${FIRST}', 'a', 'b', 1, '2026-01-01', 3, 'c', 'd'`,
      many: () => 'generate_series(1, 8) as many, nino as parent',
    },
  };
/** SQL of the columns of a copy. */
const COPY_COLUMNS: Record<string, string> = {
  _id: 'gen_random_uuid()',
  cedula: 'substr(gen_random_uuid()::text, 1, 18)',
  busqueda: `'ana ' || substr(md5(many::text), 1, 8)`,
  fecha_registro: `now() - many * interval '40 seconds'`,
  provincia: `'P' || many % 24`,
  canton: `'Q' || many % 220`,
  establecimiento: `'C' || many % 2000`,
};

/** SQL that copies the first row of a table once per row of the source, whatever columns exist. */
export async function copyStatement(client: pg.Client, table: string, source: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_identity = 'NO'`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const made = names.map((name) => {
    if (name === 'parent_id' && source.includes('parent')) return 'parent._id';
    // Records do not have the place columns of persons.
    return LARGE[table]?.person || name === '_id' || name === 'fecha_registro'
      ? (COPY_COLUMNS[name] ?? `one."${name}"`)
      : `one."${name}"`;
  });
  const columns = names.map((name) => `"${name}"`).join(', ');
  return `insert into ${table} (${columns}) select ${made.join(', ')} from ${table} as one, ${source} where one._id = '${FIRST}'`;
}

/** The account that recorded everything. */
export async function addUser(client: pg.Client): Promise<void> {
  await client.query(
    `insert into usuario (_id, nombre, apellido, cedula, email, busqueda, password_hash, fecha_registro)
     values ('${USER}', 'A', 'B', '1', 'a', 'a', 'x', now())`,
  );
}

/** Fills the existing large tables that are not filled yet. @returns the filled ones */
export async function fillLarge(
  client: pg.Client,
  children: number,
  filled: readonly string[] = [],
): Promise<string[]> {
  const now = [...filled];
  for (const [table, { columns, values, many }] of Object.entries(LARGE)) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
    if (!rows[0]?.there || filled.includes(table)) continue;
    await client.query(
      `insert into ${table} (_id, fecha_registro, created_by, ${columns}) values (${record}, ${values})`,
    );
    // Without foreign key checks.
    await client.query('set session_replication_role = replica');
    await client.query(await copyStatement(client, table, many(children)));
    await client.query('set session_replication_role = origin');
    await client.query(`analyze ${table}`);
    now.push(table);
  }
  return now;
}
