import { createStore } from './store.ts';

/** Activates a waiting version of the application; null when none waits or the user declined. */
export const newVersion = createStore<(() => Promise<void>) | null>(null);
