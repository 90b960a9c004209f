import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import { control, mujer, nino, receiptTable, usuario, usuarioRol, vacuna } from '#server/db/schema.ts';
import { dropIndexes, rebuildIndexes } from '#server/loading/drop-indexes.ts';
import { type Loader, openLoader } from '#server/loading/loader.ts';
import { resetDerivedTables } from '#server/loading/reset-derived.ts';
import type { Plan } from '#server/populate/plan.ts';
import { populate } from '#server/populate/populate.ts';
import type { TestApi } from './test-api.ts';

const PATTERN = 1_000;
const COPIES = 99;
const SESSIONS = 20_000;
const ENTRIES = 100_000;

/** The id of copy number i. */
const copyOf = (column: string) => `md5(${column}::text || i)::uuid`;

/** Copies every row of a table with new ids. @param changes SQL of other columns, by name */
async function multiply(loader: Loader, table: PgTable, changes: Record<string, string> = {}, where = 'true') {
  const all: Record<string, string> = {
    _id: copyOf('_id'),
    created_by: copyOf('created_by'),
    // Each copy has its own establishments, so that none is unrealistically large.
    establecimiento: `establecimiento || ' ' || i`,
    lugar: `(select copia from lugar_copia where lugar_copia.lugar = "${getTableConfig(table).name}".lugar and lugar_copia.copia_de = i)`,
    parent_id: copyOf('parent_id'),
    fecha_registro: `fecha_registro - i * interval '7 minutes'`,
    ...changes,
  };
  const columns = Object.values(getTableColumns(table)).flatMap(({ name }) => (name === 'orden' ? [] : [name]));
  const { name } = getTableConfig(table);
  await loader.run(
    `insert into "${name}" (${columns.map((column) => `"${column}"`).join(', ')})
      select ${columns.map((column) => all[column] ?? `"${column}"`).join(', ')}
      from "${name}", generate_series(1, ${COPIES}) as i where ${where}`,
  );
}

const PLACES_OF_COPIES = `
  create temporary table lugar_copia on commit drop as
    select _id as lugar, i as copia_de, lugar_id(provincia, canton, establecimiento || ' ' || i) as copia
    from lugar, generate_series(1, ${COPIES}) as i where nivel = 3;
  create index on lugar_copia (lugar, copia_de)`;

/** Journal and sessions of a busy year. */
const ACTIVITY = `
  insert into session (_id, user_id, epoch, renewed_at, started_at, last_used_at, ends_at, address, device)
    select gen_random_uuid(), _id, 1, at, at, at, at + interval '12 hours', '127.0.0.1', 'Equipo'
    from (select now() - i * interval '2 seconds' as at, i from generate_series(1, ${SESSIONS}) as i) as times
    join (select _id, row_number() over () as place, count(*) over () as users from usuario) as people on place = 1 + i % users;
  insert into journal (action, kind, about, person, after, actor, at, request, address, device)
    select (array['crear', 'ver', 'editar', 'pdf'])[1 + i % 4], (array['nino', 'control'])[1 + i % 2], gen_random_uuid(), child._id,
      '{"peso": 8}', child.created_by, now() - i * interval '5 minutes', gen_random_uuid(), '127.0.0.1', 'Equipo'
    from generate_series(1, ${ENTRIES}) as i join (select _id, created_by, row_number() over () as place from nino) as child on place = i`;

/** Creates 100,000 children with few records each, half as many women, and their journal, in seconds. */
export async function manyPeople({ database, databaseUrl }: TestApi): Promise<Plan> {
  const plan = await populate({ children: PATTERN, seed: 3, today: today(), database, ownerUrl: databaseUrl });
  const loader = await openLoader(database, databaseUrl);
  const tables = ['nino', 'mujer', 'control', 'vacuna', 'operacion'];
  try {
    await loader.run('begin');
    await loader.run(PLACES_OF_COPIES);
    const bare = await dropIndexes(loader, tables);
    const renamed = { cedula: `right(i || cedula, 12)`, email: `i || email` };
    await multiply(loader, usuario, renamed, `cedula like '30%'`);
    await multiply(
      loader,
      usuarioRol,
      { usuario_id: copyOf('usuario_id') },
      `usuario_id in (select created_by from nino)`,
    );
    await multiply(loader, mujer, { cedula: `i || cedula`, busqueda: 'i || busqueda' });
    await multiply(loader, nino, { cedula: `i || cedula`, busqueda: 'i || busqueda' });
    await multiply(loader, control, {}, 'hashtext(_id::text) % 4 = 0');
    await multiply(loader, vacuna, {}, 'hashtext(_id::text) % 4 = 0');
    await multiply(loader, receiptTable, { usuario: copyOf('usuario') }, 'hashtext(_id::text) % 20 = 0');
    await rebuildIndexes(loader, tables, bare, () => {});
    await loader.run(ACTIVITY);
    await loader.run('select figure_recount(); select measuring_recount()');
    await resetDerivedTables(loader);
    await loader.run('commit');
    await loader.run('vacuum (analyze)');
  } finally {
    await loader.close();
  }
  return plan;
}
