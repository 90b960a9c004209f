import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { underNames, useInClear } from './searches.ts';

/** What the address of the screen says, with what is searched in clear, and the way to make it say something else. */
export interface Address<Search> {
  search: Search;
  change: (by: (before: Search) => Search, replace?: boolean) => void;
}

/** Of some parameters only those that say something. */
export const saying = (parameters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));

type Screens = RegisteredRouter['routesById'];

/** What a screen may be asked for in a link. */
export type SearchOf<Path extends keyof Screens> = Screens[Path]['types']['fullSearchSchemaInput'];

/** What a screen then reads: every parameter has a value. */
type SearchRead<Path extends keyof Screens> = Screens[Path]['types']['fullSearchSchema'];

interface Change<Search> {
  to: '.';
  search: (before: Search) => Search;
  replace: boolean;
  resetScroll: false;
}

/** Of `getRouteApi`, what reads and changes the search parameters of its screen. */
interface SearchedScreen<Path extends keyof Screens> {
  id: Path;
  useSearch: () => SearchRead<Path>;
  useNavigate: () => (change: Change<SearchRead<Path>>) => Promise<void>;
}

/** The address of the screen that a component stands on: `useAddress(getRouteApi('/seguimiento'))`. */
export function useAddress<Path extends keyof Screens>(screen: SearchedScreen<Path>): Address<SearchRead<Path>> {
  const router = useRouter();
  const navigate = screen.useNavigate();
  const search = useInClear(screen.useSearch());
  const { id } = screen;
  const change: Address<SearchRead<Path>>['change'] = useCallback(
    (by, replace = false) => {
      // On the way to another screen, what is still to be said here is said too late.
      const [, , shown] = router.getMatchedRoutes(router.latestLocation.pathname);
      if (shown?.id === id) void navigate({ to: '.', search: underNames(by), replace, resetScroll: false });
    },
    [router, navigate, id],
  );
  return { search, change };
}
