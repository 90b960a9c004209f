import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { draftKeeper } from './drafts.ts';
import { isLostSearch, useClearSearch, withSearchNames } from './searches.ts';
import { useStore } from './store.ts';

export interface Address<Search> {
  search: Search;
  change: (by: (before: Search) => Search, replace?: boolean) => void;
}

export const withoutEmpty = (parameters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));

type Screens = RegisteredRouter['routesById'];

export type SearchOf<Path extends keyof Screens> = Screens[Path]['types']['fullSearchSchemaInput'];

type SearchRead<Path extends keyof Screens> = Screens[Path]['types']['fullSearchSchema'];

interface Change<Search> {
  to: '.';
  search: (before: Search) => Search;
  replace: boolean;
  resetScroll: false;
}

interface SearchedScreen<Path extends keyof Screens> {
  id: Path;
  useSearch: () => SearchRead<Path>;
  useNavigate: () => (change: Change<SearchRead<Path>>) => Promise<void>;
}

/** `useAddress(getRouteApi('/seguimiento'))` for the screen that renders the component. */
export function useAddress<Path extends keyof Screens>(screen: SearchedScreen<Path>): Address<SearchRead<Path>> {
  const router = useRouter();
  const navigate = screen.useNavigate();
  const given = screen.useSearch();
  const search = useClearSearch(given);
  const keeper = useStore(draftKeeper);
  const { id } = screen;
  const change: Address<SearchRead<Path>>['change'] = useCallback(
    (by, replace = false) => {
      // During navigation to another screen a late change of this one is dropped.
      const [, , shown] = router.getMatchedRoutes(router.latestLocation.pathname);
      if (shown?.id === id) void navigate({ to: '.', search: withSearchNames(by), replace, resetScroll: false });
    },
    [router, navigate, id],
  );
  // The whole list then begins at its first page, and the next reload does not look for the term again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` changes when the vault opens, `keeper` when it turns out that there is none
  useEffect(() => {
    if (!('q' in given) || !isLostSearch(String(given.q))) return;
    change((before) => ({ ...before, q: '', ...('pagina' in before && { pagina: 1 }) }), true);
  }, [given, search, keeper, change]);
  return { search, change };
}
