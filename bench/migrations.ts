import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '#server/db/postgres.ts';
import {
  addUser,
  copyStatement,
  earlierMigrations,
  FIRST,
  fillLarge,
  MIGRATION_TAGS,
  USER,
} from '../tests/support/older-database.ts';
import { startCluster } from '../tests/support/postgres-cluster.ts';
import { prepareTools, TOOLS } from '../tests/support/tools.ts';

/**
 * Measures how long writers wait during each migration. The migration runs on a filled database of the version before, while clients
 * insert into each large table and update a child every 50 ms.
 */
const children = Number(process.argv[2] ?? 1_000_000);
/** The first measured migration, for example 0024; those before it run on empty tables. */
const first = MIGRATION_TAGS.findIndex((tag) => tag.startsWith(process.argv[3] ?? ''));
if (first < 0) throw new Error(`No migration begins with ${process.argv[3]}`);
const EVERY_MS = 50;
const MAX_MS = 5_000;
/** A migration that fills a column in batches takes hours; it is ended after this time. */
const ENOUGH_MS = 5 * 60_000;

const JOURNAL = `insert into journal (action, kind, about, person, actor, after, at)
  select 'crear', 'nino', _id, _id, created_by, '{}', fecha_registro from nino, generate_series(1, 5)`;

/** Writes repeatedly. @returns a function that stops the writers and returns the longest wait of each in ms */
async function writing(url: string, tables: string[]): Promise<() => Promise<Record<string, number>>> {
  let isRunning = true;
  const longest: Record<string, number> = {};
  const each = async (name: string, statement: (client: pg.Client) => Promise<string>) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const text = await statement(client);
    longest[name] = 0;
    while (isRunning) {
      const began = performance.now();
      // A migration may add a required column; the refusal of the old insert counts as an answer.
      await client.query(text).catch((error: Error) => console.log(`${name}: ${error.message}`));
      longest[name] = Math.max(longest[name] ?? 0, performance.now() - began);
      await wait(EVERY_MS);
    }
    await client.end();
  };
  const all = tables.map((table) => each(table, (client) => copyStatement(client, table, '(values (1)) as v (many)')));
  all.push(
    each('change a child', async () => `update nino set version = version + 1 where _id = '${FIRST}'`),
    each('sign in', async () => `update usuario set version = version + 1 where _id = '${USER}'`),
  );
  await wait(2_000);
  for (const name of Object.keys(longest)) longest[name] = 0;
  return async () => {
    isRunning = false;
    await Promise.all(all);
    return longest;
  };
}

prepareTools([TOOLS.postgres]);
const cluster = await startCluster({ durable: true, settings: { shared_buffers: '2GB', max_wal_size: '8GB' } });
const earlier = earlierMigrations();
const database = openPostgres(cluster.url);
const client = new pg.Client({ connectionString: cluster.url });
await client.connect();
try {
  let filled: string[] = [];
  for (const [index, tag] of MIGRATION_TAGS.entries()) {
    const folder = earlier.upTo(index + 1);
    const isMeasured = index >= first;
    const stop = index === 0 || !isMeasured ? undefined : await writing(cluster.url, filled);
    const began = performance.now();
    const cut = setTimeout(
      () =>
        client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'libreta-migracion'`,
        ),
      ENOUGH_MS,
    );
    await database.migrate(folder).catch(async (error: Error) => {
      const { rows } = await client.query(`delete from drizzle.por_llenar returning nombre, hasta`);
      if (rows.length === 0) throw error;
      console.log(`ended after ${ENOUGH_MS / 60_000} minutes, and gone on without: ${JSON.stringify(rows)}`);
      await database.migrate(folder);
    });
    clearTimeout(cut);
    const seconds = (performance.now() - began) / 1_000;
    const waits = Object.entries((await stop?.()) ?? {});
    const most = Math.max(0, ...waits.map(([, ms]) => ms));
    if (most > MAX_MS) process.exitCode = 1;
    const each = waits.map(([name, ms]) => `${name} ${Math.round(ms)}`).join(', ');
    if (isMeasured)
      console.log(
        `${most > MAX_MS ? '✗' : '✓'} ${tag}: ${seconds.toFixed(1)} s; longest wait in ms: ${each || 'nobody'}`,
      );

    if (index === 0) await addUser(client);
    if (index + 1 >= first) filled = await fillLarge(client, children, filled);
    if (tag.startsWith('0005')) await client.query(JOURNAL);
  }
} finally {
  await client.end();
  await database.close();
  await cluster.stop();
  earlier.remove();
}
