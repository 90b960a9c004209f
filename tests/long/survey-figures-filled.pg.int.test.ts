import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBackfills } from '#server/db/backfills.ts';
import { openDatabase } from '#server/db/connect.ts';
import { MIGRATIONS } from '#server/db/migrate.ts';
import { migrateOnline } from '#server/db/online-migrations.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { expectFiguresExact, readMaintainedFigures } from '../support/maintained-figures.ts';
import { databaseUrl, runSql } from '../support/migrated-template.ts';
import { addUser, earlierMigrations, fillLarge, MIGRATION_TAGS } from '../support/older-database.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';

/** More than two parts of the backfill. */
const CHILDREN = 500;
const BEFORE = MIGRATION_TAGS.findIndex((tag) => tag.endsWith('_indicadores'));

let cluster: Cluster;
let client: pg.Client;
const earlier = earlierMigrations();
beforeAll(async () => {
  cluster = await startCluster({ durable: false });
});
afterAll(async () => {
  await client?.end();
  await cluster?.stop();
  earlier.remove();
});

const MEASURED = `update nino set visto = '2026-06-15', control_fecha = '2026-06-15', control_edad = mod(orden, 30),
  fechanacimiento = case when mod(orden, 3) = 0 then null else '2026-06-15'::date - (mod(orden, 800))::integer end,
  ztalla = (array[-2, -2.01, -3.01, null])[1 + mod(orden, 4)], zpesotalla = (array[2, 2.01, 3.01, -3.5])[1 + mod(orden, 4)]`;

test('existing children are counted part by part, also those that change meanwhile, and no booklet is sent again', async () => {
  expect(BEFORE).toBeGreaterThan(0);
  await runSql(cluster.url, 'create database crecidos');
  const url = databaseUrl(cluster.url, 'crecidos');
  const database = openPostgres(url);
  await database.migrate(earlier.upTo(BEFORE));
  await database.close();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await addUser(client);
  await fillLarge(client, CHILDREN);
  await client.query('select figure_recount()');
  await client.query(MEASURED);
  await client.query('select figure_fold(100000)');
  const stamps = async () => (await client.query('select max(cambio::text::bigint) as last from libreta')).rows[0].last;
  const lastStamp = await stamps();

  await migrateOnline(client, MIGRATIONS);
  const counted = async () =>
    (await client.query('select count(*)::int as n from nino where grupo_edad is not null')).rows[0].n;
  expect(await counted()).toBe(0);
  // What an older program does between migration and backfill: a child measured again, moved, born and deleted.
  await client.query(`set libreta.solo_cambia_el_dia = 'si'`);
  await client.query(
    `update nino set ztalla = -3.5, visto = '2026-07-15', control_fecha = '2026-07-15' where mod(orden, 7) = 0`,
  );
  await client.query(`update nino set ztalla = 0, zpesotalla = null where mod(orden, 5) = 0`);
  await client.query(`update nino set sexo = 'MASCULINO' where mod(orden, 11) = 0`);
  await client.query('delete from nino where mod(orden, 13) = 0');
  await client.query('reset libreta.solo_cambia_el_dia');
  expect(await counted()).toBeGreaterThan(0);
  await runBackfills(client);
  expect(await stamps()).toBe(lastStamp);
  const opened = await openDatabase({ url });
  try {
    const { figure_of_growth: figures = [] } = await readMaintainedFigures(opened.db);
    expect(figures.length).toBeGreaterThan(5);
    await expectFiguresExact(opened.db, 'after the backfill');
  } finally {
    await opened.close();
  }
});
