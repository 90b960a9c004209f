import { createStore } from '#web/lib/store.ts';

export const shownFromDevice = createStore(false);
