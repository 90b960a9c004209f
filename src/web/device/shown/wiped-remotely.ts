import { createStore } from '#web/lib/store.ts';

export const wipedRemotely = createStore(false);
