import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STREAM_BATCH_ROWS } from '#server/lists/listing.ts';
import { createRecord } from '../support/factories.ts';
import { manyChildren } from '../support/many-children.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/**
 * PGlite only, which answers one request at a time in this process, so that a long request blocks others except between its pieces. On PostgreSQL
 * other requests have their own connections.
 */
const CHILDREN = 8 * STREAM_BATCH_ROWS;
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

/** The number of small consecutive requests answered during a long one. */
async function answeredDuring(path: string): Promise<number> {
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
    // An injected request is answered without a turn of the event loop.
    await nextTurn();
  }
  expect(await long).toBe(200);
  return answered;
}

it.each(['/api/seguimiento/conteo', '/api/reportes/semana'])(
  'requests for lists are answered between the pieces of the snapshot for %s',
  async (path) => {
    expect(await answeredDuring(path)).toBeGreaterThanOrEqual(PIECES - 1);
  },
);

it.each(['/api/nino', '/api/nino/exportar.csv', '/api/nino/exportar.xlsx'])(
  'requests for lists are answered between the batches of %s',
  async (path) => {
    expect(await answeredDuring(path)).toBeGreaterThanOrEqual(CHILDREN / STREAM_BATCH_ROWS - 1);
  },
);
