import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { nino } from '#server/db/schema.ts';
import { refreshOutdated } from '#server/modules/records/refresh-children.ts';
import { keepChildrenCurrent } from '#server/start/keep-current.ts';
import { stoppedClock } from '../support/clock.ts';
import { createRecord } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { until } from '../support/passing-time.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const DAY_S = 86_400;
const YEAR_MS = 365 * DAY_S * 1_000;

const clock = stoppedClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ now: clock.now });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => api.close());

it('attempts counted while the clock was ahead lock nothing once the clock is right again', async () => {
  const { cedula, password } = await api.user('ROLE_BRIGADA');
  const client = api.client(undefined, newAddress());
  const signIn = (given = password) => client.post('/api/auth/signin', { cedula, password: given });
  clock.pass(2 * DAY_S);
  for (let tries = 0; tries < 10; tries += 1) expect((await signIn('Equivocada1')).status).toBe(401);
  expect((await signIn()).status).toBe(429);
  clock.pass(-2 * DAY_S);
  expect((await signIn()).status).toBe(200);
  // Attempts count as usual.
  for (let tries = 0; tries < 10; tries += 1) expect((await signIn('Equivocada1')).status).toBe(401);
  const closed = await signIn();
  expect(closed.status).toBe(429);
  expect(Number(closed.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
});

it('children computed as of a future day are recomputed when the clock is set back', async () => {
  for (let children = 0; children < 3; children += 1) {
    const { _id } = await createRecord(api.admin, 'nino');
    await createRecord(api.admin, 'control', {}, _id);
  }
  const { db } = api.database;
  const kept = () => db.select().from(nino).orderBy(asc(nino.orden));
  await refreshOutdated(db);
  const right = await kept();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR_MS });
  const end = keepChildrenCurrent(api.database, { info: () => {}, error: () => {} }, { everyMs: 20 });
  try {
    const visits = (rows: typeof right) => rows.map(({ revisar, visitarDesde }) => [revisar, visitarDesde]);
    await until(async () => (await kept()).every((row, at) => row.revisar !== right[at]?.revisar), 'all is outdated');
    expect(visits(await kept())).not.toEqual(visits(right));
    vi.useRealTimers();
    await until(async () => JSON.stringify(await kept()) === JSON.stringify(right), 'all is right again');
  } finally {
    await end();
  }
  expect(await kept()).toEqual(right);
});
