import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type NamedConfig, NamedStatement } from '#server/db/named-statement.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let client: pg.Client;
let descriptions = 0;
beforeAll(async () => {
  api = await startTestApi();
  client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  client.connection.on('rowDescription', () => {
    descriptions += 1;
  });
});
beforeEach(() => {
  descriptions = 0;
});
afterAll(async () => {
  await client.end();
  await api.close();
});

const TYPES: NamedConfig['types'] = { getTypeParser: (type) => pg.types.getTypeParser(type) };
const run = (name: string, text: string, values: unknown[] = [], types = TYPES) =>
  new Promise<readonly unknown[][]>((resolve, reject) => {
    client.query(
      new NamedStatement({ name, text, types }, values, (error, result) =>
        error ? reject(error) : resolve(result?.rows ?? []),
      ),
    );
  });

const EVERY_TYPE = `select n, n::numeric / 4, null::text, 'ñ' || n, $2::bool, $3::timestamptz, array[n, 7], json_build_object('n', n)
  from generate_series(1, $1::int) n`;

it('a named statement gives the rows of pg’s own query, and has its columns described once for each connection', async () => {
  const values = [3, true, new Date('2026-11-28T04:05:06.789Z')];
  const { rows } = await client.query({ text: EVERY_TYPE, values, rowMode: 'array' });
  descriptions = 0;
  expect(await run('every_type', EVERY_TYPE, values)).toEqual(rows);
  expect(await run('every_type', EVERY_TYPE, values)).toEqual(rows);
  expect(await run('every_type', EVERY_TYPE, [0, false, null])).toEqual([]);
  expect(descriptions).toBe(1);
});

it('after the error of a named statement its connection serves the next execution', async () => {
  const divide = (by: number) => run('divide', 'select 6 / $1::int', [by]);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect(await divide(2)).toEqual([[3]]);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect(await divide(3)).toEqual([[2]]);
  await expect(run('no_table', 'select * from no_such_table')).rejects.toMatchObject({ code: '42P01' });
  expect(await run('divide', 'select 6 / $1::int', [6])).toEqual([[1]]);
});

it('two statements of one name are refused, and a value that cannot be parsed fails its execution only', async () => {
  expect(await run('one', 'select 1')).toEqual([[1]]);
  await expect(run('one', 'select 2')).rejects.toThrow('Two statements have the name one');
  const failing = {
    getTypeParser: () => () => {
      throw new Error('not a number');
    },
  };
  await expect(run('unparsed', 'select 1 union all select 2', [], failing)).rejects.toThrow('not a number');
  expect(await run('one', 'select 1')).toEqual([[1]]);
});

it('a value that cannot be sent fails its execution only', async () => {
  const circular: Record<string, unknown> = {};
  circular.itself = circular;
  await expect(run('sent', 'select $1::json', [circular])).rejects.toThrow(/circular/i);
  expect(await run('sent', 'select $1::json', [{ n: 1 }])).toEqual([[{ n: 1 }]]);
});
