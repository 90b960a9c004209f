import type { RecordDefinition } from '#domain/records/define-record.ts';
import { isAskedAhead } from '#web/lib/asked-ahead.ts';
import { recordPage } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { PAGE_SIZE } from '#web/records/lists/use-list-state.ts';

/** Reads the rows that the page has asked for while this code came: they are then there when their list is drawn the first time. */
export function readFirstRows(definition: RecordDefinition): void {
  if (isAskedAhead(`/api/${definition.path}?limit=${PAGE_SIZE}&offset=0`))
    void queryClient.prefetchQuery(recordPage(definition, { limit: PAGE_SIZE, offset: 0 }));
}
