import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Focuses the heading after a navigation, unless the screen focused one of its inputs. */
export function useNavigationFocus(mainId: string): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const main = document.getElementById(mainId);
        if (!fromLocation || !pathChanged || !main) return;
        const active = document.activeElement;
        if (active instanceof HTMLInputElement && main.contains(active)) return;
        const heading = main.querySelector<HTMLElement>('h1') ?? main;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }),
    [router, mainId],
  );
}
