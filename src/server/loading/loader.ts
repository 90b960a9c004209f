import { pipeline } from 'node:stream/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '#server/db/connect.ts';
import { clientOf } from '#server/db/embedded.ts';

export interface Loader {
  rows<Row>(statement: string, values?: unknown[]): Promise<Row[]>;
  run(statement: string): Promise<void>;
  commit(): Promise<void>;
  /** @param lines in COPY's text format @param frozen only into a table that this transaction emptied */
  copy(table: string, columns: string, lines: string | Uint8Array<ArrayBuffer>, frozen: boolean): Promise<void>;
  close(): Promise<void>;
}

const copying = (table: string, columns: string, source: string, frozen: boolean) =>
  `copy "${table}" (${columns}) from ${source}${frozen ? ' with (freeze)' : ''}`;

/** For a load: indexes are built in memory, and nothing times out. */
const SETTINGS = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local maintenance_work_mem = '1GB'; set local synchronous_commit = off`;

export async function beginLoad(loader: Loader): Promise<void> {
  await loader.run('begin');
  await loader.run(SETTINGS);
}

export async function postgresLoader(url: string, signal?: AbortSignal): Promise<Loader> {
  const client = new pg.Client({ connectionString: url, application_name: 'libreta-carga' });
  client.on('error', () => {});
  await client.connect();
  // Closing the connection discards all that is not committed.
  const cut = () => client.connection.stream.destroy();
  signal?.addEventListener('abort', cut);
  return {
    rows: async <Row>(statement: string, values: unknown[] = []) =>
      (await client.query(statement, values)).rows as Row[],
    run: async (statement) => {
      await client.query(statement);
    },
    commit: async () => {
      // The outcome of an aborted commit would be unknown.
      signal?.removeEventListener('abort', cut);
      await client.query('commit');
    },
    copy: (table, columns, lines, frozen) =>
      pipeline([lines], client.query(copyFrom(copying(table, columns, 'stdin', frozen)))),
    close: async () => {
      if (!client.connection.stream.destroyed) await client.end();
    },
  };
}

function embeddedLoader(client: PGlite): Loader {
  return {
    rows: async <Row>(statement: string, values: unknown[] = []) => (await client.query<Row>(statement, values)).rows,
    run: async (statement) => {
      await client.exec(statement);
    },
    commit: async () => {
      await client.exec('commit');
    },
    copy: async (table, columns, lines, frozen) => {
      await client.query(copying(table, columns, `'/dev/blob'`, frozen), [], { blob: new Blob([lines]) });
    },
    close: async () => {},
  };
}

export async function openLoader(
  database: Database,
  ownerUrl: string | undefined,
  signal?: AbortSignal,
): Promise<Loader> {
  return ownerUrl ? postgresLoader(ownerUrl, signal) : embeddedLoader(clientOf(database));
}
