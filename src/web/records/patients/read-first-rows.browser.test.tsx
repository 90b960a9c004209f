import { afterEach, expect, test, vi } from 'vitest';
import { nino } from '#domain/records/nino.ts';
import { recordPage } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { controlTimers } from '../../../../tests/support/controlled-timers.ts';
import { signedInAs } from '../../../../tests/support/shown.tsx';
import { readFirstRows } from './read-first-rows.ts';

const asking = window as { askedAhead?: unknown };
const first = () => queryClient.getQueryState(recordPage(nino, { limit: 5, offset: 0 }).queryKey);

/** Requests like the page does before its code has loaded. */
function ask(url: string, answer = Promise.resolve(), arrived = false): void {
  const { accessToken: token } = signedInAs('ROLE_BRIGADA');
  const headers = { 'content-type': 'application/json', 'x-total-count': '1' };
  const rows = () => new Response('[{"_id":"a"}]', { headers });
  asking.askedAhead = { url, token, answer: answer.then(rows), arrived, abort: new AbortController() };
}

afterEach(() => {
  asking.askedAhead = undefined;
  queryClient.clear();
});

test('rows that the page requested are in the cache before their list is rendered', async () => {
  ask('/api/nino?limit=5&offset=0');
  void readFirstRows(nino);
  await expect.poll(() => first()?.data?.rows).toMatchObject([{ _id: 'a' }]);
  expect(asking.askedAhead).toBeUndefined();
});

test('the first render waits for rows that have arrived, and not for rows that are still under way', async () => {
  // Rows that have arrived are waited for, for a short time only.
  controlTimers({ alone: true });
  ask('/api/nino?limit=5&offset=0', Promise.resolve(), true);
  await readFirstRows(nino);
  vi.useRealTimers();
  expect(first()?.data?.rows).toMatchObject([{ _id: 'a' }]);
  queryClient.clear();
  ask('/api/nino?limit=5&offset=0', new Promise(() => {}));
  await readFirstRows(nino);
  expect(first()?.fetchStatus).toBe('fetching');
});

test.each(['/api/mujer?limit=5&offset=0', '/api/nino?limit=50&offset=0'])(
  'another request of the page, %s, stays available for its own consumer',
  (url) => {
    ask(url);
    void readFirstRows(nino);
    expect(first()).toBeUndefined();
    expect(asking.askedAhead).toMatchObject({ url });
  },
);
