import type pg from 'pg';

/** So many rows at a time: whoever writes to one of them waits for less than a second. */
const ROWS = 200;

interface Filling {
  /** How the statement begins that does it to all rows at once, under the locks of its migration. */
  readonly instead: string;
  readonly table: string;
  /** What is done to the rows of a part, whose ids are in `part`. */
  readonly does: string;
  /** Done after each part; it may take long, for nobody waits for it. */
  readonly after?: string;
}

const IN_PART = 'where _id in (select _id from part)';

/** Statements of migrations that change every row of a large table, and what is done instead, part by part. Names are kept in databases. */
const FILLINGS: Readonly<Record<string, Filling>> = {
  vacunas: {
    instead: 'UPDATE "nino" SET "vacunas" =',
    table: 'nino',
    does: `update nino set vacunas = (select count(*) from vacuna where parent_id = nino._id) ${IN_PART}`,
  },
  // The triggers of that migration give the place, hand it on to the person's records, and count them all.
  'cifras-nino': {
    instead: 'SELECT figure_recount()',
    table: 'nino',
    does: `update nino set lugar = lugar ${IN_PART}`,
    after: 'select figure_fold(100000)',
  },
  'cifras-mujer': {
    instead: 'SELECT figure_recount()',
    table: 'mujer',
    does: `update mujer set lugar = lugar ${IN_PART}`,
    after: 'select figure_fold(100000)',
  },
  recibos: {
    instead: 'INSERT INTO "operacion"',
    table: 'write_receipt',
    does: `insert into operacion (_id, usuario, huella, version, recibida)
      select _id, user_id, case content_hash when '' then '' else kind || ':' || content_hash end, 1, null from write_receipt ${IN_PART}
      on conflict (_id) do update set recibida = null where operacion.recibida is not null`,
  },
};

export const filledLater = (statement: string): boolean =>
  Object.values(FILLINGS).some(({ instead }) => statement.startsWith(instead));

/** Notes, in the transaction of a migration, what of it is to be filled in. */
export async function fillLater(client: pg.Client, statements: readonly string[]): Promise<void> {
  const names = Object.entries(FILLINGS)
    .filter(([, { instead }]) => statements.some((statement) => statement.startsWith(instead)))
    .map(([name]) => name);
  if (names.length === 0) return;
  await client.query('create table if not exists drizzle.por_llenar (nombre text primary key, hasta uuid)');
  await client.query('insert into drizzle.por_llenar (nombre) select unnest($1::text[])', [names]);
}

async function fillPart(client: pg.Client, name: string, { table, does, after }: Filling): Promise<boolean> {
  const { rows } = await client.query<{ last: string | null }>(
    `with part as (
       select _id from ${table} where _id > coalesce((select hasta from drizzle.por_llenar where nombre = $1), '00000000-0000-0000-0000-000000000000')
       order by _id limit ${ROWS}
     ), filled as (
       ${does} returning 1
     )
     update drizzle.por_llenar set hasta = (select _id from part order by _id desc limit 1) where nombre = $1
     returning hasta as last`,
    [name],
  );
  if (after) await client.query(after);
  return typeof rows[0]?.last === 'string';
}

/** Fills in what migrations left, and what a process was filling in when it was killed. */
export async function fillWhatWaits(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.por_llenar') is not null as there`,
  );
  if (!rows[0]?.there) return;
  const waiting = await client.query<{ name: string }>('select nombre as name from drizzle.por_llenar');
  for (const [name, filling] of Object.entries(FILLINGS)) {
    if (!waiting.rows.some((one) => one.name === name)) continue;
    while (await fillPart(client, name, filling));
    await client.query('delete from drizzle.por_llenar where nombre = $1', [name]);
  }
}
