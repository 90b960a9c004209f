import { useEffect } from 'react';
import { createStore } from './store.ts';

/** What the product is called, where it signs. */
export const SITE = 'Libreta Integral de Salud';

/** The title of a screen that knows better than its route what it shows; null for the route's own. */
export const ownTitle = createStore<string | null>(null);

/** A screen that knows better than its route what it shows ("Unidades · …"). Nobody's name: browsers write titles into their history in the clear. */
export function useScreenTitle(title: string | undefined): void {
  useEffect(() => {
    ownTitle.set(title ?? null);
    return () => ownTitle.set(null);
  }, [title]);
}
