import { recordCalls } from '#domain/calls/records.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { recordPage } from '#web/lib/booklets/record-api.ts';
import { isRequestedEarly } from '#web/lib/early-request.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { PAGE_SIZE } from '#web/records/lists/use-list-state.ts';

/** Prefetches the rows that the page requested while this code was loading, so that the first render has them. */
export function readFirstRows(definition: RecordDefinition): void {
  if (isRequestedEarly(`${recordCalls(definition).list.path}?limit=${PAGE_SIZE}&offset=0`))
    void queryClient.prefetchQuery(recordPage(definition, { limit: PAGE_SIZE, offset: 0 }));
}
