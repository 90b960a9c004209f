import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { MIGRATIONS } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { schemaObjects } from '../support/copies.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { databaseUrl, runSql } from '../support/migrated-template.ts';
import {
  addUser,
  copyStatement,
  earlierMigrations,
  FIRST,
  fillLarge,
  MIGRATION_TAGS,
  USER,
} from '../support/older-database.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { lasting, until } from '../support/passing-time.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';

const CHILDREN = 150;
/** More than two batches of receipts. */
const RECEIPTS = 500;
const LONGEST_WRITE_MS = 5_000;
/** Every later migration changes tables with rows. */
const OLDEST = 2;

let cluster: Cluster;
let client: pg.Client;
const earlier = earlierMigrations();

beforeAll(async () => {
  cluster = await startCluster({ durable: false });
});
afterAll(async () => {
  await cluster?.stop();
  earlier.remove();
});
afterEach(() => client?.end());

/** A database with rows after this many migrations. */
async function olderDatabase(name: string, migrations = OLDEST): Promise<string> {
  await runSql(cluster.url, `create database ${name}`);
  const url = databaseUrl(cluster.url, name);
  const database = openPostgres(url);
  await database.migrate(earlier.upTo(migrations));
  await database.close();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await addUser(client);
  await fillLarge(client, CHILDREN);
  await client.query(`insert into write_receipt select gen_random_uuid(), 'nino', '${USER}', md5(i::text)
    from generate_series(1, ${RECEIPTS}) as i`);
  return url;
}

async function migrate(url: string): Promise<void> {
  const database = openPostgres(url);
  try {
    await database.migrate(MIGRATIONS);
  } finally {
    await database.close();
  }
}

/** Expects the schema of a new installation and correct figures. */
async function expectComplete(url: string): Promise<void> {
  await runSql(cluster.url, `create database ${new URL(url).pathname.slice(1)}_nueva`);
  const fresh = `${url}_nueva`;
  await migrate(fresh);
  const [there, here] = [await openDatabase({ url: fresh }), await openDatabase({ url })];
  try {
    // Sequence values may differ.
    const made = async ({ db }: typeof there) =>
      (await schemaObjects(db)).filter((line) => /\s/.test(line) || line.includes('('));
    expect(await made(here)).toEqual(await made(there));
    await expectFiguresExact(here.db, 'after the migration');
  } finally {
    await Promise.all([there.close(), here.close()]);
  }
  const { rows } = await client.query(
    `select (select count(*) from nino where lugar = 0
         or (_id <> $1 and vacunas <> (select count(*) from vacuna where parent_id = nino._id)))
       + (select count(*) from write_receipt as old where not exists (select from operacion
           where _id = old._id and usuario = old.user_id and huella = old.kind || ':' || old.content_hash and recibida is null))
       + (select count(*) from mujer where lugar = 0) + (select count(*) from control where lugar = 0) as wrong,
       (select count(*) from pg_index where not indisvalid) as invalid, (select count(*) from drizzle.por_llenar) as waiting,
       (select array_agg(created_at::text order by id) from drizzle.__drizzle_migrations) as applied`,
    // The application maintains this number; the added copies do not.
    [FIRST],
  );
  expect(rows[0]).toMatchObject({ wrong: '0', invalid: '0', waiting: '0' });
  const moved = await client.query<{ receipts: number }>('select count(*)::int as receipts from operacion');
  expect(moved.rows[0]?.receipts).toBeGreaterThanOrEqual(RECEIPTS);
  expect(new Set(rows[0].applied).size).toBe(MIGRATION_TAGS.length);
  expect(rows[0].applied).toHaveLength(MIGRATION_TAGS.length);
}

test('saves during a migration succeed and are counted', async () => {
  const url = await olderDatabase('al_lado');
  const slowed = await slowedBy();
  let going = true;
  let [added, longest] = [0, 0];
  const tables = ['nino', 'control', 'vacuna'];
  // Statements of an earlier program, which knows no newer columns.
  const statements = [
    `insert into write_receipt values (gen_random_uuid(), 'nino', '${USER}', 'of a child') on conflict do nothing returning _id`,
  ];
  // In sequence, because they use one connection.
  for (const table of tables) statements.push(await copyStatement(client, table, '(values (1)) as v (many)'));
  const people = statements.map(async (statement) => {
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    while (going) {
      const began = performance.now();
      await writer.query(statement);
      longest = Math.max(longest, performance.now() - began);
      added += 1;
      await lasting(20, 'the pause between two writes');
    }
    await writer.end();
  });
  await migrate(url);
  going = false;
  await Promise.all(people);
  expect(added).toBeGreaterThan(10);
  await expectWithin(LONGEST_WRITE_MS, longest, 'the slowest write', slowed);
  await expectComplete(url);
});

test('a migration killed repeatedly continues where it stopped', async () => {
  const url = await olderDatabase('cortada');
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const cut = async (doing: string) => {
    const migrating = migrate(url).then(
      () => 'done',
      () => 'cut',
    );
    for (;;) {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'libreta-migracion' and datname = 'cortada' and query ~* $1`,
        [doing],
      );
      if ((rowCount ?? 0) > 0) break;
    }
    return migrating;
  };
  const outcomes = [];
  for (const doing of [
    '^CREATE TABLE',
    'set vacunas',
    'set lugar',
    'set lugar',
    'insert into operacion',
    'create index concurrently',
  ])
    outcomes.push(await cut(doing));
  await admin.end();
  expect(outcomes).toEqual(outcomes.map(() => 'cut'));
  await migrate(url);
  await expectComplete(url);
});

test('two simultaneous starts migrate once', async () => {
  const url = await olderDatabase('a_la_vez');
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  await expectComplete(url);
});

/** Connections of a migration that wait for a lock. */
const WAITING_FOR_LOCK = `select count(*)::int as many from pg_stat_activity
  where application_name = 'libreta-migracion' and datname = current_database() and wait_event_type = 'Lock'`;

test('a migration yields to the holder of a table lock and does not block others', async () => {
  const url = await olderDatabase('cerrada');
  await client.query('begin');
  await client.query('select count(*) from nino');
  const migrating = migrate(url);
  const writer = new pg.Client({ connectionString: url });
  await writer.connect();
  const slowed = await slowedBy();
  await until(async () => (await writer.query(WAITING_FOR_LOCK)).rows[0].many > 0, 'the migration wants the table');
  let longest = 0;
  for (let turn = 0; turn < 30; turn += 1) {
    const began = performance.now();
    await writer.query(`update nino set version = version + 1 where _id = '${FIRST}'`);
    longest = Math.max(longest, performance.now() - began);
    await lasting(100, 'the pause between two writes');
  }
  const { rows } = await writer.query('select count(*)::int as applied from drizzle.__drizzle_migrations');
  expect(rows[0].applied).toBeLessThan(MIGRATION_TAGS.length);
  await client.query('commit');
  await migrating;
  await writer.end();
  await expectWithin(LONGEST_WRITE_MS, longest, 'the slowest write', slowed);
  await expectComplete(url);
});
