import type { QueryClient } from '@tanstack/react-query';
import { createStore } from './store.ts';

/** What keeps what was loaded, once there is something to load: whoever only signs in need not wait for its code. */
export const loadingClient = createStore<QueryClient | undefined>(undefined);

const keepers = new Set<() => void>();

/** Told when nothing of what was loaded may be seen any more. */
export const onForget = (forget: () => void): void => void keepers.add(forget);

/** Forgets what was loaded for whoever was signed in. */
export function forgetLoaded(): void {
  for (const forget of keepers) forget();
}
