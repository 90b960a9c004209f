import pg from 'pg';

/** The size of the application's pool. */
const CONNECTIONS = 20;
const NUMERIC = 1700;
const BIGINT = 20;
const DATE = 1082;

pg.types.setTypeParser(NUMERIC, Number);
pg.types.setTypeParser(BIGINT, Number);
pg.types.setTypeParser(DATE, (text) => text);

export type Rows = Record<string, unknown>[];
/** A named prepared statement; each connection prepares it at the first use. */
export type Statement = (values?: readonly unknown[], on?: pg.PoolClient) => Promise<Rows>;

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS });

export const statement =
  (name: string, text: string): Statement =>
  async (values = [], on) =>
    (await (on ?? pool).query({ name, text, values: [...values] })).rows;
