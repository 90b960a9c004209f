import { useEffect } from 'react';
import { createStore } from './store.ts';

export const SITE = 'Libreta Integral de Salud';

export const ownTitle = createStore<string | null>(null);

/** Browsers store titles in their history in the clear, so a title never contains a person's name. */
export function useScreenTitle(title: string | undefined): void {
  useEffect(() => {
    ownTitle.set(title ?? null);
    return () => ownTitle.set(null);
  }, [title]);
}
