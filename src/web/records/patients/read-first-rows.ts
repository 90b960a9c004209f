import { recordCalls } from '#domain/calls/records.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { recordPage } from '#web/lib/booklets/record-api.ts';
import { hasEarlyAnswer, isRequestedEarly } from '#web/lib/early-request.ts';
import { pause } from '#web/lib/line.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { PAGE_SIZE } from '#web/records/lists/use-list-state.ts';

/** The rest of an answer that has arrived takes less. */
const AT_MOST_MS = 200;

/**
 * Prefetches the rows that the page requested while this code was loading.
 * @returns resolves once the first render has them, or at once if their answer has not arrived yet
 */
export async function readFirstRows(definition: RecordDefinition): Promise<void> {
  if (!isRequestedEarly(`${recordCalls(definition).list.path}?limit=${PAGE_SIZE}&offset=0`)) return;
  const arrived = hasEarlyAnswer();
  const read = queryClient.prefetchQuery(recordPage(definition, { limit: PAGE_SIZE, offset: 0 }));
  if (arrived) await Promise.race([read, pause(AT_MOST_MS)]);
}
