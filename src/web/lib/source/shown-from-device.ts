import { createStore } from '#web/lib/store.ts';

/** Whether what is on the screen, or part of it, came from the device. */
export const shownFromDevice = createStore(false);
