import { Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { versionOf } from './versions.ts';

export interface TableReader {
  rows<Row>(statement: string, values?: unknown[]): Promise<Row[]>;
  copy(table: string, columns: readonly string[]): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Makes both engines write the same values in the same way. */
const SETTINGS = `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'`;

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Reads in one snapshot, which blocks no writer. @param alone only if no other process makes a scheduled copy @returns null if one does */
export async function readPostgres(url: string, alone = false): Promise<TableReader | null> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, application_name: 'libreta-copia', stream: () => socket });
  client.on('error', () => {});
  let reading = false;
  const reader: TableReader = {
    rows: async <Row>(statement: string, values: unknown[] = []) =>
      (await client.query(statement, values)).rows as Row[],
    async *copy(table, columns) {
      reading = true;
      yield* client.query(copyTo(`copy "${table}" (${quoted(columns)}) to stdout`)) as AsyncIterable<Uint8Array>;
      reading = false;
    },
    close: async () => {
      // An interrupted COPY would otherwise run to the end of its table.
      if (reading) socket.destroy();
      else await client.end();
    },
  };
  try {
    await client.connect();
    if (alone) {
      const [{ mine } = { mine: false }] = await reader.rows<{ mine: boolean }>(
        `select pg_try_advisory_lock(${ADVISORY_LOCKS.copy}) as mine`,
      );
      if (!mine) {
        await reader.close();
        return null;
      }
    }
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '30s'`,
    );
    await client.query(SETTINGS);
    const { tables } = await versionOf(reader);
    await client.query('begin isolation level repeatable read, read only');
    // Before the snapshot is taken: a table that a migration rewrites would look empty.
    await client.query(`lock table ${quoted(tables)} in access share mode`);
    return reader;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Pages that are read at once: about half a megabyte. */
const PAGES = 64;

export async function readEmbedded(client: PGlite, close: () => Promise<void>): Promise<TableReader> {
  await client.exec(SETTINGS);
  const rows = async <Row>(statement: string, values: unknown[] = []) =>
    (await client.query<Row>(statement, values)).rows;
  return {
    rows,
    async *copy(table, columns) {
      const [size] = await rows<{ pages: number }>(
        `select (pg_relation_size('"${table}"') / current_setting('block_size')::int)::int as pages`,
      );
      for (let page = 0; page < (size?.pages ?? 0); page += PAGES) {
        const some = `ctid >= '(${page},0)'::tid and ctid < '(${page + PAGES},0)'::tid`;
        const { blob } = await client.query(
          `copy (select ${quoted(columns)} from "${table}" where ${some}) to '/dev/blob'`,
        );
        if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
      }
    },
    close,
  };
}
