import { afterAll, beforeAll, expect, it } from 'vitest';
import { COUNTED_AT_MOST } from '#server/lists/totals.ts';
import type { ApiClient } from '../support/api-client.ts';
import { createRecord } from '../support/factories.ts';
import { manyWomen } from '../support/many-women.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const MINIMUM = 'x-total-count-is-minimum';
const MORE = 3;
const NEWEST = 5;
const SEARCH = '/api/mujer?q=muchas';

let api: TestApi;
let supervisor: ApiClient;

beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
  // `manyWomen` gives every woman this searched text.
  await manyWomen(api.database, COUNTED_AT_MOST);
});
afterAll(() => api.close());

const totalOf = async (address: string) => {
  const { status, headers } = await supervisor.get(address);
  return { status, total: headers['x-total-count'], minimum: headers[MINIMUM] };
};

it('a search with as many results as are counted says an exact total, also after a deletion and an addition', async () => {
  const exact = (total: number) => ({ status: 200, total: String(total), minimum: undefined });
  const addresses = [`${SEARCH}&limit=5`, `${SEARCH}&limit=7&offset=9990`, `${SEARCH}&limit=5&sort=cedula`];
  const totals = async () => Promise.all(addresses.map(totalOf));
  expect(await totals()).toEqual(addresses.map(() => exact(COUNTED_AT_MOST)));
  const [{ _id }] = (await supervisor.get(`${SEARCH}&limit=1`)).body;
  expect((await supervisor.delete(`/api/mujer/${_id}`)).status).toBe(200);
  expect(await totals()).toEqual(addresses.map(() => exact(COUNTED_AT_MOST - 1)));
  await createRecord(supervisor, 'mujer', { nombres: 'MUCHAS' });
  expect(await totals()).toEqual(addresses.map(() => exact(COUNTED_AT_MOST)));
});

it('a search with more results says that its total is a minimum, also when the total comes from memory', async () => {
  for (let woman = 0; woman < MORE; woman += 1) await createRecord(supervisor, 'mujer', { nombres: 'MUCHAS' });
  const first = await totalOf(`${SEARCH}&limit=20`);
  const again = await totalOf(`${SEARCH}&limit=20`);
  const minimum = { status: 200, total: '10000', minimum: 'true' };
  expect([first, again]).toEqual([minimum, minimum]);
});

it('a search that finds more rows than are counted shows the newest of all', async () => {
  const ids = [];
  for (let woman = 0; woman < NEWEST; woman += 1)
    ids.unshift((await createRecord(supervisor, 'mujer', { nombres: 'MUCHAS NUEVAS' }))._id);
  // Other words, so that the total of another search is not used.
  for (const q of ['muchas%20much', 'mu', 'mu%20ch', 'much%20mu']) {
    const { body, headers } = await supervisor.get(`/api/mujer?q=${q}&limit=5`);
    expect((body as { _id: string }[]).map(({ _id }) => _id)).toEqual(ids);
    expect([headers['x-total-count'], headers[MINIMUM]]).toEqual(['10000', 'true']);
  }
});

it('a page beyond the counted rows is not the end of the list', async () => {
  const address = `${SEARCH}&hasta=2099-12-31&sort=cedula&limit=5`;
  const first = await supervisor.get(`${address}&offset=9996`);
  const again = await supervisor.get(`${address}&offset=9996`);
  const cedulas = ({ body }: typeof first) => (body as { cedula: string }[]).map(({ cedula }) => cedula);
  expect(cedulas(again)).toEqual(cedulas(first));
  expect(cedulas(first)).toHaveLength(5);
});

it('a list that is counted exactly has no minimum', async () => {
  expect(await totalOf('/api/mujer?limit=5')).toEqual({
    status: 200,
    total: String(COUNTED_AT_MOST + MORE + NEWEST),
    minimum: undefined,
  });
});

it('a list that is sent whole is counted to its end', async () => {
  expect(await totalOf(SEARCH)).toEqual({
    status: 200,
    total: String(COUNTED_AT_MOST + MORE + NEWEST),
    minimum: undefined,
  });
});
