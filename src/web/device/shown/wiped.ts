import { createStore } from '#web/lib/store.ts';

export const wipedFromElsewhere = createStore(false);
