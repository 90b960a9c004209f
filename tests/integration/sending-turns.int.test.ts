import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_OPERATIONS } from '#domain/calls/operation.ts';
import { createRecord } from '../support/factories.ts';
import { createLane, creating, valuesFor } from '../support/lane.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const SENDS = 25;
const AT_ONCE = 16;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

it(`while one brigade sends ${AT_ONCE} times at once, every send of another succeeds`, async () => {
  const [greedy, other] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
  const [hers, theirs] = [await createRecord(greedy, 'nino'), await createRecord(other, 'nino')];
  const lane = createLane(other);
  const one = (persona: string) => creating('control', { persona, valores: valuesFor('control') });
  const statuses = new Set<number>();
  for (let sent = 0; sent < SENDS; sent += 1) {
    const flood = Array.from({ length: AT_ONCE }, async () => {
      const body = createLane(greedy).body([one(hers._id), one(hers._id)]);
      statuses.add((await greedy.post('/api/sincronizacion/envio', body)).status);
    });
    expect(await lane.send(one(theirs._id))).toMatchObject([{ estado: 'hecha' }]);
    await Promise.all(flood);
  }
  // One call runs and one waits; the others get 503.
  expect([...statuses].toSorted()).toEqual([200, 503]);
  expect((await other.get('/api/control', { ninoId: theirs._id })).body).toHaveLength(SENDS);
});

it('a call with many operations yields to other requests before each of them', async () => {
  const brigade = await api.user('ROLE_BRIGADA');
  const child = await createRecord(brigade, 'nino');
  const operations = Array.from({ length: MAX_OPERATIONS }, () =>
    creating('control', { persona: child._id, valores: valuesFor('control') }),
  );
  let isSending = true;
  const sent = createLane(brigade)
    .send(...operations)
    .finally(() => {
      isSending = false;
    });
  let gaveWay = 0;
  while (isSending) {
    await setImmediate();
    gaveWay += 1;
  }
  expect(await sent).toHaveLength(MAX_OPERATIONS);
  expect(gaveWay).toBeGreaterThan(MAX_OPERATIONS);
});
