import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { type Address, saying } from '#web/lib/address.ts';

const PAUSE_MS = 300;
export const PAGE_SIZE = 5;

/** Of every address of a list. */
export type ListSearch = { q: string; pagina: number };

const NOTHING: readonly string[] = [];

/**
 * What is searched and which page shows, remembered by the address: back, forward and reload find the list as it was.
 * @param filters names under which the address may narrow the list
 * @param pageSize rows at a time
 */
export function useListState<Search extends ListSearch>(
  address: Address<Search>,
  filters = NOTHING,
  pageSize = PAGE_SIZE,
) {
  const { search, change } = address;
  const { q, pagina: page } = search;
  const given = Object.entries(search).filter(([name]) => filters.includes(name));
  const narrowed = saying(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  const [text, setText] = useState(q);
  const sought = useRef(q);

  const go = (next: { q: string; page: number; without?: readonly string[] }, replace: boolean) => {
    sought.current = next.q;
    const dropped = Object.fromEntries((next.without ?? []).map((name) => [name, '']));
    // Whatever else narrows the list stays as it is.
    change((before) => ({ ...before, ...dropped, q: next.q, pagina: next.page }), replace);
  };
  // The first search is a step back leads out of; refining it is not.
  const seek = useDebouncedCallback((next: string) => {
    if (next.trim() !== sought.current) go({ q: next.trim(), page: 1 }, sought.current !== '');
  }, PAUSE_MS);

  // Back and forward change the address without the input.
  useEffect(() => {
    if (q === sought.current) return;
    sought.current = q;
    setText(q);
  }, [q]);

  return {
    q,
    page,
    text,
    /** What to ask the server for. */
    request: { limit: pageSize, offset: (page - 1) * pageSize, ...(q && { q }), ...narrowed },
    /** What the address narrows the list to, by name. */
    filters: narrowed,
    widen: (names: readonly string[]) => go({ q, page: 1, without: names }, false),
    /** The whole list: neither searched nor narrowed. */
    reset: () => {
      setText('');
      go({ q: '', page: 1, without: filters }, false);
    },
    type: (next: string) => {
      setText(next);
      seek(next);
    },
    /** Turns to a page of the list as it is searched, or searched for something else. */
    show: (next: { q: string; page: number }) => {
      setText(next.q);
      if (next.q !== q || next.page !== page) go(next, false);
    },
    clear: () => {
      setText('');
      go({ q: '', page: 1 }, false);
    },
    setPage: (next: number, replace = false) => go({ q, page: next }, replace),
  };
}

/** What a list needs of its state to show itself. */
export type ListView = Pick<ListState, 'q' | 'page' | 'setPage' | 'filters' | 'reset'> & { request: { limit: number } };
export type ListState = ReturnType<typeof useListState>;

/** Whether the list shows less than everything: then what it counts are results. */
export const isNarrowed = ({ q, filters }: Pick<ListState, 'q' | 'filters'>): boolean =>
  q !== '' || Object.keys(filters).length > 0;
