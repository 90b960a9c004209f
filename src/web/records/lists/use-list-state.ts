import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Address, withoutEmpty } from '#web/lib/address.ts';

const PAUSE_MS = 300;
export const PAGE_SIZE = 5;

/** The search parameters that every list has. */
export type ListSearch = { q: string; pagina: number };

const NOTHING: readonly string[] = [];

/** The search and page of a list, kept in the address for back, forward and reload. @param filters names of the filter parameters */
export function useListState<Search extends ListSearch>(
  address: Address<Search>,
  filters = NOTHING,
  pageSize = PAGE_SIZE,
) {
  const { search, change } = address;
  const { q, pagina: page } = search;
  const filterEntries = Object.entries(search).filter(([name]) => filters.includes(name));
  const narrowed = withoutEmpty(Object.fromEntries(filterEntries.map(([name, value]) => [name, String(value)])));
  const [text, setText] = useState(q);
  const lastQuery = useRef(q);

  const go = (next: { q: string; page: number; without?: readonly string[] }, replace: boolean) => {
    lastQuery.current = next.q;
    const dropped = Object.fromEntries((next.without ?? []).map((name) => [name, '']));
    // Other filters stay unchanged.
    change((before) => ({ ...before, ...dropped, q: next.q, pagina: next.page }), replace);
  };
  // Only the first search adds a history entry; refining it replaces the entry.
  const searchAfterPause = useDebouncedCallback((next: string) => {
    if (next.trim() !== lastQuery.current) go({ q: next.trim(), page: 1 }, lastQuery.current !== '');
  }, PAUSE_MS);

  // Without the cancellation, what was typed last would filter the list that the field no longer names.
  const replaceText = useCallback(
    (next: string) => {
      searchAfterPause.cancel();
      setText(next);
    },
    [searchAfterPause],
  );

  // Back and forward change the address but not the input.
  useEffect(() => {
    if (q === lastQuery.current) return;
    lastQuery.current = q;
    replaceText(q);
  }, [q, replaceText]);

  return {
    q,
    page,
    text,
    /** The query parameters of the request. */
    request: { limit: pageSize, offset: (page - 1) * pageSize, ...(q && { q }), ...narrowed },
    filters: narrowed,
    widen: (names: readonly string[]) => go({ q, page: 1, without: names }, false),
    reset: () => {
      replaceText('');
      go({ q: '', page: 1, without: filters }, false);
    },
    type: (next: string) => {
      setText(next);
      searchAfterPause(next);
    },
    /** Shows a page of the current search or of another one. */
    show: (next: { q: string; page: number }) => {
      replaceText(next.q);
      if (next.q !== q || next.page !== page) go(next, false);
    },
    clear: () => {
      replaceText('');
      go({ q: '', page: 1 }, false);
    },
    setPage: (next: number, replace = false) => go({ q, page: next }, replace),
  };
}

export type ListView = Pick<ListState, 'q' | 'page' | 'setPage' | 'filters' | 'reset'> & { request: { limit: number } };
export type ListState = ReturnType<typeof useListState>;

/** Whether a search or a filter limits the list. */
export const isNarrowed = ({ q, filters }: Pick<ListState, 'q' | 'filters'>): boolean =>
  q !== '' || Object.keys(filters).length > 0;
