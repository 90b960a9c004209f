import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BATCH } from '#server/lists/listing.ts';
import { createRecord } from '../support/factories.ts';
import { manyChildren } from '../support/many-children.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/**
 * On the embedded database alone, which answers one at a time and within this process: there a long request keeps everybody waiting who
 * comes between its pieces. On PostgreSQL others have connections of their own, and this would pass whatever a long request does.
 */
const CHILDREN = 8 * BATCH;
const PIECES = 16;

let api: TestApi;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startTestApi({ pictures: { above: 0, piece: CHILDREN / PIECES } });
  supervisor = await api.user('ROLE_SUPERVISOR');
  const { _id } = await createRecord(supervisor, 'nino');
  await manyChildren(api.database, _id, CHILDREN - 1);
});
afterAll(() => api.close());

/** How many small requests, one after the other, are answered before a long one is. */
async function answeredMeanwhile(path: string): Promise<number> {
  let under = true;
  const long = supervisor.get(path).then(({ status }) => {
    under = false;
    return status;
  });
  let answered = 0;
  while (under) {
    const { status } = await api.admin.get('/api/nino', { limit: '5' });
    expect(status).toBe(200);
    if (under) answered += 1;
    // Within this process a request is answered without the event loop's going on.
    await nextTurn();
  }
  expect(await long).toBe(200);
  return answered;
}

it.each(['/api/seguimiento/conteo', '/api/reportes/semana'])(
  'between the pieces of the picture for %s whoever asks for a list is answered',
  async (path) => {
    expect(await answeredMeanwhile(path)).toBeGreaterThanOrEqual(PIECES - 1);
  },
);

it.each(['/api/nino', '/api/nino/exportar.csv', '/api/nino/exportar.xlsx'])(
  'between the batches of %s whoever asks for a list is answered',
  async (path) => {
    expect(await answeredMeanwhile(path)).toBeGreaterThanOrEqual(CHILDREN / BATCH - 1);
  },
);
