import { useEffect } from 'react';

/** What the product is called, where it signs. */
export const SITE = 'Libreta Integral de Salud';
let routeTitle = '';
let ownTitle: string | null = null;

function show(): void {
  const title = ownTitle ?? routeTitle;
  document.title = title ? `${title} · ${SITE}` : SITE;
}

/** The title of the screen on the way in; the router's doing. */
export function setRouteTitle(title: string): void {
  routeTitle = title;
  show();
}

/** A screen that knows better than its route what it shows ("SISA VALENTINA GUALÁN · …"). */
export function useScreenTitle(title: string | undefined): void {
  useEffect(() => {
    ownTitle = title ?? null;
    show();
    return () => {
      ownTitle = null;
      show();
    };
  }, [title]);
}
