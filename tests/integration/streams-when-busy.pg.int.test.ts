import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImportRepository } from '#server/modules/importing/import-repository.ts';
import { lasting } from '../support/passing-time.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** What a request waits for a connection here. */
const CONNECTION_MS = 1_000;
const taken = () => lasting(4_000, 'the work of a transaction');

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { connectionMs: CONNECTION_MS });
});
afterAll(() => api.close());

it('a list that is being sent waits for a free connection longer than a request that begins', async () => {
  const { db } = api.database;
  const { id } = await api.user('ROLE_SUPERVISOR');
  await db.execute(sql`insert into importacion (_id, tipo, archivo, estado, por)
    select gen_random_uuid(), 'nino', 'a.csv', 'ensayada', ${id} from generate_series(1, 401)`);
  const { rows } = await createImportRepository(db).list({}).whole();
  let read = 0;
  let busy: Promise<unknown>[] = [];
  /** Takes the connections one after another, since each must be open in time; one that was not is opened again. */
  async function takeAll() {
    const transactions: Promise<unknown>[] = [];
    let all = () => {};
    const allTaken = new Promise<void>((resolve) => {
      all = resolve;
    });
    while (transactions.length < 20) {
      await new Promise<void>((begins) => {
        let hasBegun = false;
        const work = async () => {
          hasBegun = true;
          begins();
          await allTaken.then(taken);
        };
        const take = (): Promise<void> =>
          db.transaction(work).catch((error) => (hasBegun ? Promise.reject(error) : take()));
        transactions.push(take());
      });
    }
    all();
    return transactions;
  }
  for await (const batch of rows as AsyncIterable<unknown[]>) {
    // Every connection of the pool is taken for longer than a request waits for one.
    if (read === 0) busy = await takeAll();
    read += batch.length;
  }
  expect(read).toBe(401);
  await Promise.all(busy);
});
