import { infiniteQueryOptions } from '@tanstack/react-query';
import { HISTORIES, type HistoryEntry } from '#domain/calls/journal.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { call } from '#web/lib/call.ts';

const PAGE = 20;

interface HistoryRequest {
  kind: PersonKind;
  id: string;
  /** The id of a record, or a kind of record; '' for all. */
  record: string;
  recordKind: string;
}

/** The history of a person and her or his records, page by page. */
export const historyPages = ({ kind, id, record, recordKind }: HistoryRequest) =>
  infiniteQueryOptions({
    queryKey: [FAMILIES.history, kind, id, record, recordKind],
    meta: { what: 'el historial' },
    queryFn: ({ pageParam, signal }) => {
      const narrowed = { ...(record && { registro: record }), ...(recordKind && { tipo: recordKind }) };
      const query = { limit: PAGE, offset: pageParam, ...narrowed };
      return call(HISTORIES[kind], { params: { id }, query }, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && shown < last.total ? shown : undefined;
    },
    // A new entry between two requests shifts the pages, so duplicates are removed by id.
    select: ({ pages }) => {
      const entries = new Map(
        pages.flatMap(({ rows }) => rows).map((entry): [string, HistoryEntry] => [entry._id, entry]),
      );
      return { entries: [...entries.values()], total: pages.at(-1)?.total ?? 0 };
    },
  });
