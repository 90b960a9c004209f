import { createStore } from '#web/lib/store.ts';

/** How many pending operations were lost with a database that the browser deleted. */
export const lostWork = createStore(0);
