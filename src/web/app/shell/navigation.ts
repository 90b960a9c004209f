import type { Icon } from '@tabler/icons-react';
import { useMatches, useRouter } from '@tanstack/react-router';
import { redirectFor } from '#web/app/screen/guards.ts';
import { type NavSection, screensOf } from '#web/app/screen/screen.ts';
import { useSession } from '#web/lib/session.ts';

export interface NavItem {
  path: NavSection;
  label: string;
  icon: Icon;
}

/** The navigation entries whose screens this account may see. */
export function useNavigation(): { items: NavItem[]; activePath: NavSection | undefined } {
  const session = useSession();
  const screens = screensOf(useRouter());
  return {
    items: screens.flatMap(({ section, nav, access }) =>
      section && nav && redirectFor(access, session) === null ? [{ path: section, ...nav }] : [],
    ),
    activePath: useMatches().at(-1)?.staticData.screen?.section,
  };
}
