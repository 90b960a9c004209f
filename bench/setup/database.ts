import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type Cluster, startCluster } from '../../tests/support/postgres-cluster.ts';
import { runBuilt } from './processes.ts';

/** Settings for a machine with 2 cores and 8 GB; `pg_stat_statements` counts the statements. */
const SETTINGS = {
  shared_buffers: '2GB',
  effective_cache_size: '5GB',
  max_wal_size: '8GB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'on',
};

export interface Databases {
  readonly version: string;
  /** The pid of the postmaster, if it runs on this machine. */
  readonly pid: number | undefined;
  /** Returns the address of a database with this many children; creates and fills it if it does not exist. */
  ofSize(children: number): Promise<string>;
  close(): Promise<void>;
}

export async function query<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

const withDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function postmasterOf(url: string): Promise<number | undefined> {
  try {
    const [row] = await query<{ directory: string }>(
      url,
      `select setting as directory from pg_settings where name = 'data_directory'`,
    );
    return Number(readFileSync(`${row?.directory}/postmaster.pid`, 'utf8').split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}

/** @param populate the built command that fills a database */
export async function openDatabases(populate: string, label: string): Promise<Databases> {
  const given = process.env.DATABASE_URL;
  const cluster: Cluster | undefined = given ? undefined : await startCluster({ durable: true, settings: SETTINGS });
  const url = given ?? (cluster?.url as string);
  const [{ version } = { version: '' }] = await query<{ version: string }>(url, 'show server_version').then((rows) =>
    rows.map((row) => ({ version: Object.values(row)[0] as string })),
  );
  return {
    version,
    pid: cluster?.pid ?? (await postmasterOf(url)),
    ofSize: async (children) => {
      const name = `libreta_bench_${label}_${children}`;
      const address = withDatabase(url, name);
      const existing = await query(url, 'select 1 from pg_database where datname = $1', [name]);
      if (existing.length === 0) {
        await query(url, `create database ${name}`);
        await runBuilt([populate, '--ninos', String(children), '--database-url', address]);
      }
      await query(address, 'create extension if not exists pg_stat_statements').catch(() => {});
      return address;
    },
    close: async () => cluster?.stop(),
  };
}

/** The number of statements that this database has run; NaN without `pg_stat_statements`. */
export async function statementCount(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query(
      `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%'`,
    );
    return rows[0].calls;
  } catch {
    return Number.NaN;
  }
}
