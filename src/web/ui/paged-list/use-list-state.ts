import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;
export const PAGE_SIZE = 5;

interface ListSearch {
  q?: unknown;
  pagina?: unknown;
  [filter: string]: unknown;
}

const NOTHING: readonly string[] = [];

/**
 * What is searched and which page shows, kept in the address: back, forward and reload find the list as it was.
 * @param filters names under which the address may narrow the list
 */
export function useListState(filters: readonly string[] = NOTHING) {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const q = search.q === undefined ? '' : String(search.q);
  const asked = Number(search.pagina ?? 1);
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1;
  const given = filters.map((name) => [name, String(search[name] ?? '')] as const);
  const narrowed = Object.fromEntries(given.filter(([, value]) => value !== ''));
  const [text, setText] = useState(q);
  const sought = useRef(q);

  const go = (next: { q: string; page: number; without?: readonly string[] }, replace: boolean) => {
    sought.current = next.q;
    const dropped = Object.fromEntries((next.without ?? []).map((name) => [name, undefined]));
    const params = { ...dropped, q: next.q || undefined, pagina: next.page > 1 ? next.page : undefined };
    // Whatever else narrows the list stays as it is.
    const beside = (before: object) => ({ ...before, ...params });
    void navigate({ to: '.', search: beside as never, replace, resetScroll: false });
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
    request: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, ...(q && { q }), ...narrowed },
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
export type ListView = Pick<ListState, 'q' | 'page' | 'setPage' | 'filters' | 'reset'>;
export type ListState = ReturnType<typeof useListState>;

/** Whether the list shows less than everything: then what it counts are results. */
export const isNarrowed = ({ q, filters }: Pick<ListState, 'q' | 'filters'>): boolean =>
  q !== '' || Object.keys(filters).length > 0;
