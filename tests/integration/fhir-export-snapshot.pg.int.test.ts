import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readPostgres } from '#server/backup/table-reader.ts';
import { versionOf } from '#server/backup/versions.ts';
import { exportTable } from '#server/db/schema.ts';
import { createRecord } from '../support/factories.ts';
import { exported, idsOf, kickOff, linesOf, manifestAt, pathOf, workOnAllExports } from '../support/fhir-exports.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(() => api.database.db.delete(exportTable));

/** A direct connection, for a transaction that stays open. */
async function otherConnection() {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  return client;
}

it('an export is one snapshot: what is written while it is made is not in it, and is in the next export of changes', async () => {
  const before = await Promise.all(Array.from({ length: 20 }, () => createRecord(api.admin, 'mujer')));
  const path = pathOf(await kickOff(api.admin, '?_type=Patient'));
  const during: string[] = [];
  let pauses = 0;
  let writing = Promise.resolve();
  const load = () => {
    pauses += 1;
    writing = writing.then(async () => {
      during.push((await createRecord(api.admin, 'mujer'))._id);
    });
    return 'some' as const;
  };
  await workOnAllExports(api, { load });
  await writing;
  expect(pauses).toBeGreaterThan(1);
  const manifest = await manifestAt(api.admin, path);
  expect(idsOf(await linesOf(api.admin, manifest.output))).toEqual(before.map(({ _id }) => _id).toSorted());
  const { lines } = await exported(api, api.admin, `?_type=Patient&_since=${manifest.transactionTime}`);
  expect(idsOf(lines)).toEqual(expect.arrayContaining(during));
});

it('a transaction that began before an export and commits after it is in the next export of changes', async () => {
  const woman = await createRecord(api.admin, 'mujer');
  await exported(api, api.admin, '?_type=Patient').then(({ path }) => api.admin.delete(path));
  const slow = await otherConnection();
  try {
    await slow.query('begin');
    await slow.query('update mujer set version = version + 1, direccion = $2 where _id = $1', [woman._id, 'OTRA']);
    const first = await exported(api, api.admin, '?_type=Patient');
    await slow.query('commit');
    await api.admin.delete(first.path);
    const next = await exported(api, api.admin, `?_type=Patient&_since=${first.manifest.transactionTime}`);
    expect(idsOf(next.lines)).toContain(woman._id);
  } finally {
    await slow.end();
  }
});

it('a connection of a snapshot that breaks does not end the export', async () => {
  const path = pathOf(await kickOff(api.admin, '?_type=Patient'));
  const other = await otherConnection();
  let pauses = 0;
  let breaking: Promise<unknown> = Promise.resolve();
  const load = () => {
    pauses += 1;
    if (pauses === 1)
      breaking = other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'libreta-exportacion' and datname = current_database()`,
      );
    return 'some' as const;
  };
  await workOnAllExports(api, { load }).catch(() => {});
  await breaking;
  await workOnAllExports(api);
  await other.end();
  expect((await api.admin.get(path)).status).toBe(200);
});

it('a backup does not hold exports', async () => {
  const reader = await readPostgres(api.databaseUrl ?? '');
  if (!reader) throw new Error('another backup is being made');
  const { tables } = await versionOf(reader);
  await reader.close();
  expect(tables).toContain('importacion_parte');
  expect(tables.filter((table) => table.startsWith('fhir_exportacion'))).toEqual([]);
});
