import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawRows } from '#server/db/raw-rows.ts';
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
