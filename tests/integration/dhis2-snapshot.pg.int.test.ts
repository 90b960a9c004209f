import { afterAll, beforeAll, expect, it } from 'vitest';
import { today } from '#domain/calendar.ts';
import { AGGREGATE_KEYS } from '#domain/dhis2/aggregates.ts';
import { parsePeriod } from '#domain/dhis2/period.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { createPeriodFigures } from '#server/modules/dhis2/period-figures.ts';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** A database in whose transactions something happens before the last statement. */
const interrupted = (database: Database, happens: () => Promise<unknown>): Database => {
  const transaction: Db['transaction'] = (work, config) =>
    database.db.transaction(async (inside) => {
      let statements = 0;
      const execute: Db['execute'] = ((statement: Parameters<Db['execute']>[0]) => {
        statements += 1;
        const before = statements === 2 ? happens() : Promise.resolve();
        return before.then(() => inside.execute(statement));
        // Drizzle's own answer can do more than be awaited; nothing else is done here.
      }) as unknown as Db['execute'];
      return work(new Proxy(inside, { get: (of, name) => (name === 'execute' ? execute : Reflect.get(of, name, of)) }));
    }, config);
  const db = new Proxy(database.db, {
    get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name, of)),
  });
  return { ...database, db };
};

it('women and children are counted in one snapshot, whatever is written meanwhile', async () => {
  await createRecord(api.admin, 'nino');
  await createRecord(api.admin, 'mujer');
  let written = 0;
  const database = interrupted(api.database, async () => {
    written += 1;
    await createRecord(api.admin, 'mujer');
  });
  const period = parsePeriod(today().slice(0, 7).replace('-', ''), today());
  if (!period) throw new Error('The month has not begun');
  const counting = createPeriodFigures({ database, table: '2024' });
  const { value } = await counting.of(period);
  await counting.close();
  const total = (key: 'ninosRegistrados' | 'mujeresRegistradas') =>
    value.reduce((sum, { figures }) => sum + (figures[AGGREGATE_KEYS.indexOf(key)] ?? 0), 0);
  expect([written, total('ninosRegistrados'), total('mujeresRegistradas')]).toEqual([1, 1, 1]);
  expect((await api.admin.get('/api/mujer')).body).toHaveLength(2);
});
