import { getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#domain/calendar.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { control, nino } from '#server/db/schema.ts';
import { refreshEverything } from '#server/modules/records/refresh-children.ts';
import type { Plan } from '#server/populate/plan.ts';
import { POPULATION_PASSWORD, populate } from '#server/populate/populate.ts';
import type { ApiClient } from '../support/api-client.ts';
import { recordOf } from '../support/factories.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const SIZE = { children: 120, seed: 7, today: today() };
const TABLES = RECORD_LIST.map(({ key }) => key);
const FIGURES = ['figure_of_place', 'figure_of_month', 'figure_of_creator', 'figure_of_control_day', 'figure_of_day'];

let api: TestApi;
let plan: Plan;
let before: string[];

/** Indexes, constraints and triggers as SQL. */
async function standing({ database }: TestApi): Promise<string[]> {
  const rows = await rawRows<{ definition: string }>(
    database.db,
    sql`select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class c on c.oid = indrelid
        where c.relnamespace = 'public'::regnamespace
      union all select conrelid::regclass::text || conname || pg_get_constraintdef(oid) || convalidated::text from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
  );
  return rows.map(({ definition }) => definition);
}

/** The sorted content of a table. */
const contentOf = ({ database }: TestApi, table: string) =>
  rawRows(database.db, sql`select * from ${sql.identifier(table)} as each order by each::text`);

const fill = ({ database, databaseUrl }: TestApi, size = SIZE) =>
  populate({ ...size, database, ownerUrl: databaseUrl });

beforeAll(async () => {
  api = await startTestApi();
  before = await standing(api);
  plan = await fill(api);
});
afterAll(() => api.close());

async function signedIn(cedula: string): Promise<ApiClient> {
  const { body } = await api.anonymous.post('/api/auth/signin', { cedula, password: POPULATION_PASSWORD });
  return api.client(String(body.accessToken));
}

describe('a generated population', () => {
  it('has the requested size, half as many women, and one brigade for each 200 children', async () => {
    const counts = await rawRows(
      api.database.db,
      sql`select (select count(*)::int from nino) as ninos, (select count(*)::int from mujer) as mujeres,
        (select count(distinct created_by)::int from nino) as brigadas`,
    );
    expect(counts).toEqual([{ ninos: 120, mujeres: 60, brigadas: 1 }]);
    expect(plan.brigades).toHaveLength(1);
  });

  it('is in the maintained figures, with each person and record in its place', async () => {
    const { db } = api.database;
    await expectFiguresExact(db, 'populated');
    const [row] = await rawRows<{ ninos: number; apart: number }>(
      db,
      sql`select (select sum(ninos)::int from figure_of_place join lugar on _id = lugar where nivel = 0) as ninos,
        (select count(*)::int from control join nino on nino._id = parent_id where control.lugar <> nino.lugar or nino.lugar = 0) as apart`,
    );
    expect(row).toEqual({ ninos: SIZE.children, apart: 0 });
  });

  it('stores what the application would store: recomputing all children changes nothing', async () => {
    const kept = [await contentOf(api, 'nino'), await contentOf(api, 'control')];
    expect(await refreshEverything(api.database.db)).toBe(SIZE.children);
    expect([await contentOf(api, 'nino'), await contentOf(api, 'control')]).toEqual(kept);
    const [{ evaluated, lasts } = { evaluated: 0, lasts: 0 }] = await rawRows<{ evaluated: number; lasts: number }>(
      api.database.db,
      sql`select (select count(*)::int from nino where ${nino.ztalla} is not null) as evaluated,
        (select count(*)::int from control where ${control.ultimoDelMes}) as lasts`,
    );
    expect(evaluated).toBeGreaterThan(90);
    expect(lasts).toBeGreaterThan(600);
  });

  it('is counted correctly: a recount changes no figure', async () => {
    const figures = () => Promise.all(FIGURES.map((table) => contentOf(api, table)));
    await api.database.db.execute(sql`select figure_fold(1000000)`);
    const kept = await figures();
    expect(kept[0]?.length).toBeGreaterThan(4);
    await api.database.db.execute(sql`select figure_recount()`);
    expect(await figures()).toEqual(kept);
    const supervisor = await signedIn(String(plan.supervisors[0]?.cedula));
    expect((await supervisor.get('/api/reportes/tablero')).body.total).toBe(SIZE.children);
  });

  it.each(RECORD_LIST.map(({ key }) => [key] as const))('holds valid rows of %s', async (key) => {
    const { fieldNames, flatSchema } = recordOf(key);
    const columns: Record<string, PgColumn> = getTableColumns(recordTable(key));
    const fields = Object.fromEntries(fieldNames.map((name) => [name, columns[name] as PgColumn]));
    const rows = await api.database.db.select(fields).from(recordTable(key));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(flatSchema.parse(row)).toEqual(row);
  });

  it('leaves indexes, rules and triggers as they were', async () => {
    expect(await standing(api)).toEqual(before);
  });

  it('lets its brigade sign in, list, search and open its children only', async () => {
    const brigada = await signedIn(String(plan.brigades[0]?.cedula));
    const list = await brigada.get('/api/nino', { limit: '5' });
    expect(list.headers['x-total-count']).toBe(String(SIZE.children));
    const [child] = list.body;
    const matches = await brigada.get('/api/nino', { limit: '50', q: child.apellidos.toLowerCase() });
    expect(matches.body.map(({ _id }: { _id: string }) => _id)).toContain(child._id);
    expect((await brigada.get(`/api/nino/${child._id}`)).body).toEqual(child);
    const oldest = await brigada.get('/api/nino', { limit: '1', offset: String(SIZE.children - 1) });
    const controls = await brigada.get('/api/control', { ninoId: oldest.body[0]._id });
    expect(controls.body.length).toBeGreaterThan(12);
  });

  it('has receipts: a repeated creation is answered, and other content under its id is refused', async () => {
    const brigada = await signedIn(String(plan.brigades[0]?.cedula));
    const oldest = await brigada.get('/api/nino', { limit: '1', offset: String(SIZE.children - 1) });
    const ninoId = oldest.body[0]._id;
    const [stored] = (await brigada.get('/api/control', { ninoId })).body;
    expect((await brigada.post('/api/control', stored)).body).toMatchObject(stored);
    expect((await brigada.post('/api/control', { ...stored, peso: stored.peso + 0.1 })).status).toBe(409);
  });

  it('is recorded in the journal with one entry', async () => {
    const { body } = await api.admin.get('/api/auditoria', { accion: 'crear', tipo: 'nino' });
    expect(body).toHaveLength(1);
    expect(body[0].cambios).toContainEqual({ campo: 'mujeres', antes: null, despues: 60 });
  });

  it('is refused in a database with children', async () => {
    await expect(fill(api)).rejects.toThrow('La base de datos ya tiene niños');
    expect(await contentOf(api, 'nino')).toHaveLength(SIZE.children);
  });

  it('is refused in a database with accounts of an earlier population', async () => {
    const emptied = await startTestApi();
    await fill(emptied);
    await emptied.database.db.execute(sql`delete from nino`);
    await expect(fill(emptied)).rejects.toThrow(/ya tiene la cuenta \d{10} de una población inventada/);
    await emptied.close();
  });

  it.each(['% de', 'índice nino_', 'índice control_pkey'])(
    'interrupted at «%s» leaves the database unchanged and says so',
    async (at) => {
      const untouched = await startTestApi();
      const counted = () =>
        rawRows(
          untouched.database.db,
          sql`select (select count(*)::int from nino) as ninos, (select count(*)::int from usuario) as cuentas,
            (select count(*)::int from operacion) as recibos, (select count(*)::int from journal) as entradas`,
        );
      const rows = await counted();
      const ending = new AbortController();
      const { database, databaseUrl: ownerUrl } = untouched;
      const progress = (line: string) => {
        if (line.includes(at)) ending.abort();
      };
      await expect(populate({ ...SIZE, database, ownerUrl, progress, signal: ending.signal })).rejects.toThrow(
        'Se interrumpió antes de terminar: la base de datos quedó como estaba.',
      );
      expect(ending.signal.aborted).toBe(true);
      expect(await counted()).toEqual(rows);
      expect(await standing(untouched)).toEqual(before);
      await untouched.close();
    },
  );

  it('interrupted after the commit stays, with its journal entry', async () => {
    const filled = await startTestApi();
    const ending = new AbortController();
    const { database, databaseUrl: ownerUrl } = filled;
    const progress = (line: string) => {
      if (line === 'estadísticas') ending.abort();
    };
    await populate({ ...SIZE, database, ownerUrl, progress, signal: ending.signal });
    const counts = sql`select (select count(*)::int from nino) as ninos, (select count(*)::int from journal where kind = 'nino') as entradas`;
    expect(await rawRows(database.db, counts)).toEqual([{ ninos: SIZE.children, entradas: 1 }]);
    await filled.close();
  });

  it('is equal for equal seeds and different for different ones', async () => {
    const [same, other] = await Promise.all([startTestApi(), startTestApi()]);
    try {
      await fill(same);
      await fill(other, { ...SIZE, seed: 8 });
      for (const table of TABLES) {
        // The recomputation above changed nothing; sign-ins and the journal are not part of the population.
        expect(await contentOf(same, table), table).toEqual(await contentOf(api, table));
        expect(await contentOf(other, table), table).not.toEqual(await contentOf(api, table));
      }
      const receipts = (one: TestApi) =>
        rawRows(one.database.db, sql`select * from operacion where huella not like 'usuario:%' order by 1`);
      expect(await receipts(same)).toEqual(await receipts(api));
    } finally {
      await same.close();
      await other.close();
    }
  });
});
