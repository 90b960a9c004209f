import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { keepFigures } from '#server/start/keep-figures.ts';
import { manyTurns } from '../support/count-reads.ts';
import { createRecord } from '../support/factories.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { until } from '../support/passing-time.ts';
import { startTestApi } from '../support/test-api.ts';

const log = { error: () => {} };

it('the server folds changes, vacuums afterwards, and stops when ended', async () => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  const { db } = api.database;
  const count = async () => (await rawRows<{ n: number }>(db, sql`select count(*)::int as n from figure_change`))[0]?.n;
  const { _id } = await createRecord(api.admin, 'nino');
  await db.execute(sql`insert into figure_change (lugar, dia, mes, controles)
    select lugar, '2026-01-01', '2026-01-01', case when i % 2 = 0 then 1 else -1 end from nino, generate_series(1, 6000) as i where _id = ${_id}`);
  const room = vi.fn(() => 'enough' as const);
  const end = keepFigures({ ...api.database, room }, log, { everyMs: 5 });
  await until(async () => (await count()) === 0, 'all is folded');
  await end();
  await expectFiguresExact(db, 'folded by the server');
  if (api.database.kind === 'pglite') {
    const [size] = await rawRows<{ n: number }>(db, sql`select pg_relation_size('figure_change')::int as n`);
    expect(size?.n).toBeLessThan(100_000);
  }
  await createRecord(api.admin, 'control', {}, _id);
  room.mockClear();
  await manyTurns(db);
  expect(room).not.toHaveBeenCalled();
  expect(await count()).toBeGreaterThan(0);
});

it('without disk space nothing is folded, and a failure is logged and retried', async () => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  let errors = 0;
  const room = vi.fn(() => 'low' as const);
  const full = keepFigures({ ...api.database, room }, log);
  const broken = keepFigures(
    { ...api.database, db: { execute: () => Promise.reject(new Error('away')) } as never },
    {
      error: () => {
        errors += 1;
      },
    },
  );
  await createRecord(api.admin, 'nino');
  await until(() => errors > 0 && room.mock.calls.length > 0, 'both have had their turn');
  await Promise.all([full(), broken()]);
  expect(errors).toBe(1);
  const [row] = await rawRows<{ n: number }>(api.database.db, sql`select count(*)::int as n from figure_change`);
  expect(row?.n).toBe(1);
});

/** The migrations before the given one. */
function migrationsBefore(tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('src/server/db/migrations', folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex((entry) => entry.tag === tag);
  expect(at).toBeGreaterThan(0);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

it('the migration counts a booklet created before it', async () => {
  const database = await openDatabase({ memory: true });
  onTestFinished(() => database.close());
  const { db } = database;
  await database.migrate(migrationsBefore('0009_cifras'));
  await db.execute(sql`insert into usuario (_id, nombre, apellido, cedula, email, busqueda, password_hash, fecha_registro)
    values (gen_random_uuid(), 'Rosa', 'Yuquilema', '0602948101', 'rosa@ejemplo.ec', 'rosa', 'x', now())`);
  await db.execute(sql`insert into nino (_id, cedula, cedulamadre, hcu, nombres, apellidos, busqueda, created_by, fecha_registro, provincia, canton, sexo, estado, ztalla)
    select gen_random_uuid(), (1000000000 + i)::text, '1', '1', 'ANA', 'CUJÍ', 'ana', _id, now() - i * interval '1 day',
      'LOJA', (array['LOJA', 'OLMEDO', ''])[1 + i % 3], (array['FEMENINO', 'MASCULINO', ''])[1 + i % 3], 'Normal', -i / 5.0
    from usuario, generate_series(1, 20) as i`);
  await db.execute(sql`insert into control (_id, parent_id, created_by, fecha_registro, fecha, edad, peso, longitud, perimetro, ultimo_del_mes)
    select gen_random_uuid(), _id, created_by, fecha_registro, current_date - i * 20, 12, 8.55, 75, 45, true from nino, generate_series(1, 3) as i`);
  await database.migrate('src/server/db/migrations');
  const [nation] = await rawRows(
    db,
    sql`select sum(ninos)::int as ninos, sum(femenino)::int as femenino, sum(bajo2)::int as bajo2, sum(controles)::int as controles, sum(peso)::int as peso
      from figure_of_place join lugar on _id = lugar where nivel = 0`,
  );
  expect(nation).toEqual({ ninos: 20, femenino: 6, bajo2: 10, controles: 60, peso: 60 * 855 });
  await db.execute(sql`update nino set canton = 'NUEVO' where sexo = 'FEMENINO'`);
  await db.execute(sql`delete from nino where sexo = ''`);
  await expectFiguresExact(db, 'after the migration');
});
