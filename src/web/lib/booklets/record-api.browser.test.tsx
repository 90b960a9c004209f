import { expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { FAMILIES } from './families.ts';
import { recordKeys, refreshRecords } from './record-api.ts';

test('a change of a record outdates its lists and everything that is read from all records', async () => {
  const { nino } = RECORDS;
  const outdated = [recordKeys.one(nino, 'id'), ...Object.values(FAMILIES).map((family) => [family, 'some'])];
  const others = [recordKeys.one(RECORDS.mujer, 'id'), ['catalog', 'establecimiento']];
  for (const key of [...outdated, ...others]) queryClient.setQueryData(key, 'read before');
  await refreshRecords(nino);
  const isOutdated = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(outdated.map(isOutdated)).toEqual(outdated.map(() => true));
  expect(others.map(isOutdated)).toEqual(others.map(() => false));
  queryClient.clear();
});
