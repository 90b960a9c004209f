import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawRows } from '#server/db/raw-rows.ts';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** The columns of a table that its indexes contain or whose values decide which rows they contain. */
const indexedColumns = async (table: string) => {
  const rows = await rawRows<{ name: string }>(
    api.database.db,
    sql`select distinct attname as name from pg_index
      join pg_depend on pg_depend.classid = 'pg_class'::regclass and pg_depend.objid = indexrelid and pg_depend.refobjid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = pg_depend.refobjsubid
      where indrelid = ${table}::regclass order by name`,
  );
  return rows.map(({ name }) => name);
};

/** Once an index has one of these columns, a save that changes it on another control writes an entry into every index of that table. */
it('a save that changes what is stored on other controls leaves the indexes of controls alone', async () => {
  const indexed = await indexedColumns('control');
  expect(indexed).toEqual(expect.arrayContaining(['fecha', 'edad_corregida', 'advertida']));
  expect(indexed.filter((name) => /^(z|ultimo)/.test(name))).toEqual([]);
});

it('the scores of a child are in no index', async () => {
  const indexed = await indexedColumns('nino');
  expect(indexed).toContain('cedula');
  expect(indexed.filter((name) => name.startsWith('z'))).toEqual([]);
});

it('the instant of the last edit is indexed, and a computed summary does not change it', async () => {
  expect(await indexedColumns('nino')).toContain('actualizado');
  const child = await createRecord(api.admin, 'nino', { fechanacimiento: '2025-09-17', sexo: 'FEMENINO' });
  const stored = async () => {
    const [row] = await rawRows<{ edited: boolean; status: string }>(
      api.database.db,
      sql`select actualizado is not null as edited, estado as status from nino where _id = ${child._id}::uuid`,
    );
    return row;
  };
  const before = await stored();
  await createRecord(api.admin, 'control', { fecha: '2026-03-17', peso: 6.5, longitud: 64 }, child._id);
  const after = await stored();
  expect([before?.edited, after?.edited]).toEqual([false, false]);
  expect(after?.status).not.toBe(before?.status);
  const { body } = await api.admin.get(`/api/nino/${child._id}`);
  const { _id, createdBy, fechaRegistro, ...fields } = body;
  expect((await api.admin.put(`/api/nino/${child._id}`, { ...fields, direccion: 'OTRA' })).status).toBe(200);
  expect((await stored())?.edited).toBe(true);
});
