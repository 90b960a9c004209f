import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { now } from '#domain/clock.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, fillDemo } from '#server/demo/fill.ts';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  // Early in the morning in Guayaquil.
  vi.useFakeTimers({ now: new Date('2026-11-29T11:00:00Z'), toFake: ['Date'] });
  await fillDemo(api.database.db);
});
afterAll(async () => {
  vi.useRealTimers();
  await api.close();
});

it.each(RECORD_LIST.map(({ key }) => [key] as const))(
  'a demonstration has rows of %s, and none is of later today',
  async (key) => {
    const [row] = await rawRows<{ rows: number; late: number }>(
      api.database.db,
      sql`select count(*)::int as rows, count(*) filter (where fecha_registro > ${now().toISOString()})::int as late
      from ${sql.identifier(key)}`,
    );
    expect(row?.rows).toBeGreaterThan(0);
    expect(row?.late).toBe(0);
  },
);

it('a new child is the first of the list', async () => {
  const { _id } = await createRecord(api.admin, 'nino');
  expect((await api.admin.get('/api/nino', { limit: '1' })).body[0]._id).toBe(_id);
});

it.each(DEMO_ACCOUNTS.map(({ cedula, role }) => [role, cedula] as const))('%s signs in: %s', async (role, cedula) => {
  const { status, body } = await api.anonymous.post('/api/auth/signin', { cedula, password: DEMO_PASSWORD });
  expect([status, body.roles]).toEqual([200, [role]]);
});
