import { createStore } from '#web/lib/store.ts';

/** Whether the screen shows data of the device because the server was silent. */
export const shownFromDevice = createStore(false);
