import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** 23:30 on 31 May in Guayaquil is already June in UTC. */
const NOW = new Date('2026-05-31T23:30:00-05:00');

/** The day of each child's only control. */
const DAYS = [
  '2025-05-30',
  '2025-05-31',
  '2025-08-30',
  '2025-08-31',
  '2025-11-29',
  '2025-11-30',
  '2026-02-27',
  '2026-02-28',
  '2026-04-29',
  '2026-04-30',
  '2026-05-31',
  '2026-06-01',
];

let api: TestApi;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  api = await startTestApi();
  for (const fecha of DAYS) {
    const { _id } = await createRecord(api.admin, 'nino', { fechanacimiento: '2024-12-01' });
    await createRecord(api.admin, 'control', { fecha }, _id);
  }
});
afterAll(async () => {
  vi.useRealTimers();
  await api.close();
});

const days = async (query: Record<string, string>) => {
  const answer = await api.admin.get('/api/reportes/desnutricion', { sort: 'fecha', ...query });
  expect([answer.status, Number(answer.headers['x-total-count'])]).toEqual([200, answer.body.length]);
  return answer.body.map(({ fecha }: { fecha: string }) => fecha);
};

describe('a period ends today in Guayaquil and begins the same day of an earlier month, or on its last day', () => {
  it.each<[string, string]>([
    ['1', '2026-04-30'],
    ['3', '2026-02-28'],
    ['6', '2025-11-30'],
    ['9', '2025-08-31'],
    ['12', '2025-05-31'],
  ])('%s months', async (periodo, first) => {
    expect(await days({ periodo })).toEqual(DAYS.filter((day) => day >= first && day <= '2026-05-31'));
  });

  it('0 is all the time, including future dates', async () => {
    expect(await days({ periodo: '0' })).toEqual(DAYS);
    expect(await days({})).toEqual(DAYS);
  });

  it('a period combines with other days', async () => {
    expect(await days({ periodo: '3', hasta: '2026-04-29' })).toEqual(['2026-02-28', '2026-04-29']);
    expect(await days({ periodo: '3', desde: '2026-04-30' })).toEqual(['2026-04-30', '2026-05-31']);
    expect(await days({ periodo: '3', desde: '2025-01-01', hasta: '2027-01-01' })).toEqual(
      await days({ periodo: '3' }),
    );
    expect(await days({ periodo: '1', hasta: '2026-04-29' })).toEqual([]);
  });
});
