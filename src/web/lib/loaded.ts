import type { QueryClient } from '@tanstack/react-query';
import { createStore } from './store.ts';

/** The query client, set when its code has loaded: the sign-in page does not need it. */
export const loadingClient = createStore<QueryClient | undefined>(undefined);

const keepers = new Set<() => void>();

export const onForget = (forget: () => void): void => void keepers.add(forget);

export function forgetLoaded(): void {
  for (const forget of keepers) forget();
}
