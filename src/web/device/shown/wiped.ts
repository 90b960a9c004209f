import { createStore } from '#web/lib/store.ts';

/** Whether what this device kept of whoever was signed in was taken off it from elsewhere, since the page is open. */
export const wipedFromElsewhere = createStore(false);
