import { useMatches } from '@tanstack/react-router';
import { useSession } from '#web/lib/session.ts';
import { redirectFor } from '../guards.ts';
import type { Screen } from '../screen.ts';
import { screens } from '../screens.ts';

export type NavItem = Pick<Screen, 'path'> & NonNullable<Screen['nav']>;

/** What the top navigation offers to whoever is signed in: the entries whose screens they may see. */
export function useNavigation(): { items: NavItem[]; activePath: string | undefined } {
  const session = useSession();
  const routePath: string | undefined = useMatches().at(-1)?.fullPath;
  const current = screens.find(({ path }) => path === routePath);
  return {
    items: screens.flatMap(({ path, nav, access }) =>
      nav && redirectFor(access, session) === null ? [{ path, ...nav }] : [],
    ),
    activePath: current?.section ?? current?.path,
  };
}
