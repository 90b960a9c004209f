import { createStore } from './store.ts';

/** What takes the new version of the application, while one waits for that; it ends where the person chose to stay on the page. */
export const newVersion = createStore<(() => Promise<void>) | null>(null);
