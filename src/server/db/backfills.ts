import type pg from 'pg';

/** Rows per part: a writer of one of them waits for less than a second. */
const PART_ROWS = 200;

interface Backfill {
  readonly replaces: string;
  readonly table: string;
  readonly update: string;
  readonly after?: string;
}

const IN_PART = 'where _id in (select _id from part)';

/** The lock keeps a person who is deleted meanwhile from being inserted; a row that a trigger wrote is newer. */
const searchRows = (table: string): Backfill => ({
  replaces: 'SELECT person_search_refill()',
  table,
  update: `insert into person_search select filled.* from ${table}, search_row(${table}) as filled where ${table}._id in (select _id from part)
    for share of ${table} on conflict (_id) do nothing`,
});

/** Statements of migrations that change all rows of a large table, with their backfills. The names are stored in databases. */
const BACKFILLS: Readonly<Record<string, Backfill>> = {
  vacunas: {
    replaces: 'UPDATE "nino" SET "vacunas" =',
    table: 'nino',
    update: `update nino set vacunas = (select count(*) from vacuna where parent_id = nino._id) ${IN_PART}`,
  },
  // The triggers of that migration set the place, pass it on to the person's records, and count them all.
  'cifras-nino': {
    replaces: 'SELECT figure_recount()',
    table: 'nino',
    update: `update nino set lugar = lugar ${IN_PART}`,
    after: 'select figure_fold(100000)',
  },
  'cifras-mujer': {
    replaces: 'SELECT figure_recount()',
    table: 'mujer',
    update: `update mujer set lugar = lugar ${IN_PART}`,
    after: 'select figure_fold(100000)',
  },
  recibos: {
    replaces: 'INSERT INTO "operacion"',
    table: 'write_receipt',
    update: `insert into operacion (_id, usuario, huella, version, recibida)
      select _id, user_id, case content_hash when '' then '' else kind || ':' || content_hash end, 1, null from write_receipt ${IN_PART}
      on conflict (_id) do update set recibida = null where operacion.recibida is not null`,
  },
  // The triggers of that migration set the age group and count the child. The setting keeps all booklets out of the feed of changes.
  indicadores: {
    replaces: 'SELECT growth_recount()',
    table: 'nino',
    update: `update nino set grupo_edad = grupo_edad from (select set_config('libreta.solo_cambia_el_dia', 'si', true)) as quiet ${IN_PART}`,
    after: 'select figure_fold(100000)',
  },
  // By accounts, which are few; it reads controls and locks none.
  medicion: {
    replaces: 'SELECT measuring_recount()',
    table: 'usuario',
    update: `insert into measuring_change (creador, lugar, fecha)
      select distinct created_by, lugar, date_trunc('month', fecha)::date from control
      where lugar > 0 and created_by in (select _id from part)`,
  },
  'busqueda-nino': searchRows('nino'),
  'busqueda-mujer': searchRows('mujer'),
};

export const isBackfill = (statement: string): boolean =>
  Object.values(BACKFILLS).some(({ replaces }) => statement.startsWith(replaces));

export async function noteBackfills(client: pg.Client, statements: readonly string[]): Promise<void> {
  const names = Object.entries(BACKFILLS)
    .filter(([, { replaces }]) => statements.some((statement) => statement.startsWith(replaces)))
    .map(([name]) => name);
  if (names.length === 0) return;
  await client.query('create table if not exists drizzle.por_llenar (nombre text primary key, hasta uuid)');
  await client.query('insert into drizzle.por_llenar (nombre) select unnest($1::text[])', [names]);
}

async function fillPart(client: pg.Client, name: string, { table, update, after }: Backfill): Promise<boolean> {
  const { rows } = await client.query<{ last: string | null }>(
    `with part as (
       select _id from ${table} where _id > coalesce((select hasta from drizzle.por_llenar where nombre = $1), '00000000-0000-0000-0000-000000000000')
       order by _id limit ${PART_ROWS}
     ), filled as (
       ${update} returning 1
     )
     update drizzle.por_llenar set hasta = (select _id from part order by _id desc limit 1) where nombre = $1
     returning hasta as last`,
    [name],
  );
  if (after) await client.query(after);
  return typeof rows[0]?.last === 'string';
}

export async function runBackfills(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.por_llenar') is not null as there`,
  );
  if (!rows[0]?.there) return;
  const waiting = await client.query<{ name: string }>('select nombre as name from drizzle.por_llenar');
  for (const [name, backfill] of Object.entries(BACKFILLS)) {
    if (!waiting.rows.some((one) => one.name === name)) continue;
    while (await fillPart(client, name, backfill));
    await client.query('delete from drizzle.por_llenar where nombre = $1', [name]);
  }
}
