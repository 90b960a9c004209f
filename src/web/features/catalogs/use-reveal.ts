import { useEffect, useRef, useState } from 'react';
import type { CatalogDefinition, CatalogKey } from '#domain/catalogs.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { catalogOptions } from '#web/lib/booklets/catalog-options.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { type ListState, PAGE_SIZE } from '#web/records/lists/use-list-state.ts';

/** As long as its mark fades. */
const SHOWN_MS = 6_000;

/**
 * Turns a list to where an option stands that was just saved. What was searched stays, if it finds the option too.
 * @returns `revealed`, the option to mark
 */
export function useReveal(catalog: CatalogDefinition, list: ListState) {
  const [revealed, setRevealed] = useState<string>();
  const shown = useRef<ListState | null>(list);
  useEffect(() => {
    shown.current = list;
    return () => {
      shown.current = null;
    };
  }, [list]);

  useEffect(() => {
    const later = revealed && setTimeout(() => setRevealed(undefined), SHOWN_MS);
    return () => clearTimeout(later);
  }, [revealed]);

  const reveal = async (value: string) => {
    setRevealed(undefined);
    const before = shown.current;
    // In the server's order. What cannot be loaded is logged; the list then stays where it is.
    const query = { ...catalogOptions(catalog.key as CatalogKey), staleTime: 0 };
    const options = await queryClient.fetchQuery(query).catch((): string[] => []);
    const now = shown.current;
    // Somebody who went on meanwhile is not called back.
    if (!now || now.q !== before?.q || now.page !== before.page || !options.includes(value)) return;
    const q = searchFor(now.q)(foldText(value)) ? now.q : '';
    const matches = searchFor(q);
    const matching = options.filter((option) => matches(foldText(option)));
    setRevealed(value);
    now.show({ q, page: Math.floor(matching.indexOf(value) / PAGE_SIZE) + 1 });
  };
  return { revealed, reveal };
}
