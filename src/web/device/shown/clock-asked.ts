import { createStore } from '#web/lib/store.ts';

/** The clock of this device is behind the last contact with the server: the day of that, while somebody is asked what day it is. */
export const clockAsked = createStore<{ readonly since: string } | null>(null);
