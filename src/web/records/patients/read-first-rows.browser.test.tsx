import { afterEach, expect, test } from 'vitest';
import { nino } from '#domain/records/nino.ts';
import { recordPage } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { signedInAs } from '../../../../tests/support/shown.tsx';
import { readFirstRows } from './read-first-rows.ts';

const asking = window as { askedAhead?: unknown };
const first = () => queryClient.getQueryState(recordPage(nino, { limit: 5, offset: 0 }).queryKey);

/** Requests like the page does before its code has loaded. */
function ask(url: string): void {
  const { accessToken: token } = signedInAs('ROLE_BRIGADA');
  const headers = { 'content-type': 'application/json', 'x-total-count': '1' };
  asking.askedAhead = { url, token, answer: Promise.resolve(new Response('[{"_id":"a"}]', { headers })) };
}

afterEach(() => {
  asking.askedAhead = undefined;
  queryClient.clear();
});

test('rows that the page requested are in the cache before their list is rendered', async () => {
  ask('/api/nino?limit=5&offset=0');
  readFirstRows(nino);
  await expect.poll(() => first()?.data?.rows).toMatchObject([{ _id: 'a' }]);
  expect(asking.askedAhead).toBeUndefined();
});

test.each(['/api/mujer?limit=5&offset=0', '/api/nino?limit=50&offset=0'])(
  'another request of the page, %s, stays available for its own consumer',
  (url) => {
    ask(url);
    readFirstRows(nino);
    expect(first()).toBeUndefined();
    expect(asking.askedAhead).toMatchObject({ url });
  },
);
