import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { Database, PreparedStatements } from './database.ts';
import { rawRows } from './raw-rows.ts';
import { backedReplica } from './replica.ts';

/** A database that answers with its name and its position in the log. */
function fake(name: string, mark = { lsn: '50', system: '1' }) {
  const query = vi.fn<PreparedStatements['query']>(async () => ({ rows: [{ name }] }));
  const measuring = vi.fn(async () => ({ rows: [mark] }));
  const cut = vi.fn();
  const database = {
    kind: 'postgres',
    pool: { query, cut },
    db: drizzle({ client: { query } as unknown as pg.Pool }),
    measured: { db: drizzle({ client: { query: measuring } as unknown as pg.Pool }) },
  } as unknown as Database & { pool: PreparedStatements };
  return { database, query, measuring, mark, cut };
}

async function backed() {
  const [main, replica] = [fake('main'), fake('replica')];
  const { database, check } = backedReplica(main.database, replica.database);
  expect(await check()).toBeNull();
  const read = async () => (await rawRows<{ name: string }>(database.db, sql`select name`))[0]?.name;
  return { main, replica, check, read, used: () => database.replica?.standing().used };
}

const failing = (code: string) => Object.assign(new Error(code), { code });

it('reads go to the main database until a check succeeded, then to the replica', async () => {
  const [main, replica] = [fake('main'), fake('replica')];
  const { database, check } = backedReplica(main.database, replica.database);
  const read = async () => (await rawRows<{ name: string }>(database.db, sql`select name`))[0]?.name;
  expect(await read()).toBe('main');
  await check();
  expect(await read()).toBe('replica');
  expect(main.query).toHaveBeenCalledOnce();
});

it('a statement that the replica cancels for its replay runs on the main database, and the next one on the replica', async () => {
  const { replica, read, used } = await backed();
  replica.query.mockRejectedValueOnce(failing('40001'));
  expect([await read(), used(), await read()]).toEqual(['main', true, 'replica']);
});

it.each(['57P01', 'ECONNREFUSED', '08006', '53300'])(
  'a replica that fails with %s is not used until a check succeeds',
  async (code) => {
    const { replica, check, read, used } = await backed();
    replica.query.mockRejectedValueOnce(failing(code));
    expect([await read(), used(), await read()]).toEqual(['main', false, 'main']);
    expect(await check()).toBeNull();
    expect(await read()).toBe('replica');
  },
);

it('a statement that times out on the replica is not repeated', async () => {
  const { main, replica, read } = await backed();
  replica.query.mockRejectedValueOnce(failing('57014'));
  await expect(read()).rejects.toThrow();
  expect(main.query).not.toHaveBeenCalled();
});

it('a pending statement of a replica that goes away runs on the main database, and its connections are closed', async () => {
  const { replica, check, read } = await backed();
  replica.query.mockReturnValueOnce(new Promise(() => {}));
  const waiting = read();
  replica.measuring.mockRejectedValueOnce(new Error('Query read timeout'));
  expect(await check()).toBe('away');
  expect(await waiting).toBe('main');
  expect(replica.cut).toHaveBeenCalledOnce();
});

it('a replica of another cluster is reported and not read', async () => {
  const { replica, check, read } = await backed();
  replica.mark.system = '2';
  expect([await check(), await read()]).toEqual(['of another cluster', 'main']);
});

it('a replica behind the main database is not used', async () => {
  const [main, replica] = [fake('main', { lsn: '90', system: '1' }), fake('replica')];
  const { check } = backedReplica(main.database, replica.database);
  expect(await check()).toBe('behind');
  replica.mark.lsn = '90';
  expect(await check()).toBeNull();
});
