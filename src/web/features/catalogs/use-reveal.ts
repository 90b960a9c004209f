import { useEffect, useRef, useState } from 'react';
import type { CatalogDefinition, CatalogKey } from '#domain/catalogs.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { catalogOptions } from '#web/lib/booklets/catalog-options.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { type ListState, PAGE_SIZE } from '#web/records/lists/use-list-state.ts';

/** As long as the highlight's animation. */
const SHOWN_MS = 6_000;

/** Shows the page of a list that contains the saved option, and keeps the search if it matches. @returns `revealed`, the option to highlight */
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
    // In the server's order. A failure is logged, and the list stays where it is.
    const query = { ...catalogOptions(catalog.key as CatalogKey), staleTime: 0 };
    const options = await queryClient.fetchQuery(query).catch((): string[] => []);
    const now = shown.current;
    // If the user has navigated meanwhile, the page stays.
    if (!now || now.q !== before?.q || now.page !== before.page || !options.includes(value)) return;
    const q = searchFor(now.q)(foldText(value)) ? now.q : '';
    const matches = searchFor(q);
    const matching = options.filter((option) => matches(foldText(option)));
    setRevealed(value);
    now.show({ q, page: Math.floor(matching.indexOf(value) / PAGE_SIZE) + 1 });
  };
  return { revealed, reveal };
}
